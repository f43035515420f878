"""How Sphinx builds the documentation: run it with `make docs`."""

from __future__ import annotations

from sphinx.util.inspect import TypeAliasForwardRef

import tsuro

project = "Tsuro"
author = "The Tsuro maintainers"
copyright = author  # noqa: A001 -- Sphinx gives it its name
version = release = tsuro.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]

# Pages are Markdown that also reads well as it is. A link to a heading that is not there fails the build.
myst_heading_anchors = 3

# The reference is made from signatures and docstrings, in which `this` is code, and a link where we document it.
default_role = "py:obj"
add_module_names = False
autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_preserve_defaults = True
autodoc_type_aliases = {name: name for name in ("Action", "Chance", "Hand", "Point", "Seat", "Square", "Tile")}
TypeAliasForwardRef.__repr__ = lambda alias: alias.name  # part of another type, it would show its class
autodoc_typehints_format = "short"
python_maximum_signature_line_length = 100

html_theme = "furo"
html_title = f"Tsuro {release}"
html_copy_source = False
html_show_search_summary = False  # excerpts are fetched, which a browser refuses for pages from the file system
