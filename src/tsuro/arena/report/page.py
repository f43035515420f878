"""The page around the figures: one file that loads nothing else."""

from __future__ import annotations

from html import escape

__all__ = ["page"]

LIGHT = """
--ground:#f6f0e4;--card:#fffaf0;--ink:#2a1a14;--quiet:#6d5646;--rule:#e2d5bd;--accent:#8f3325;--soft:#d9a99e;
--column:#c9875f;--above:#d9730d;--below:#2f6fb5;--board:#efe3c9;--gold:#a9792f"""
DARK = """
--ground:#14110f;--card:#1f1a17;--ink:#f0e6d6;--quiet:#b8a68f;--rule:#3a3029;--accent:#e58a72;--soft:#7a4236;
--column:#a8684b;--above:#f09a3e;--below:#6fa8e8;--board:#2a231d;--gold:#d0a968"""

STYLE = f"""
:root{{color-scheme:light dark;{LIGHT}}}
@media (prefers-color-scheme:dark){{:root{{{DARK}}}}}
*{{box-sizing:border-box}}
body{{margin:0;background:var(--ground);color:var(--ink);
font:16px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif;overflow-wrap:break-word}}
main,header,footer{{max-width:1080px;margin:0 auto;padding:0 20px}}
header{{padding-top:36px}}
h1{{font:600 2rem/1.2 Georgia,"Times New Roman",serif;margin:0 0 4px;letter-spacing:.01em}}
h2{{font:600 1.2rem/1.3 Georgia,"Times New Roman",serif;margin:0 0 4px}}
p{{margin:0 0 8px}} header p{{max-width:70ch}} .lead{{font-size:1.1rem}}
.facts{{display:flex;flex-wrap:wrap;gap:8px;list-style:none;padding:0;margin:14px 0 22px}}
.facts li{{border:1px solid var(--rule);border-radius:999px;padding:2px 12px;color:var(--quiet);font-size:.9rem}}
.verdict{{border-left:4px solid var(--gold);padding:2px 0 2px 14px;margin:14px 0}}
.cards{{display:grid;gap:20px;grid-template-columns:repeat(auto-fit,minmax(min(100%,420px),1fr));margin:20px 0}}
.card{{background:var(--card);border:1px solid var(--rule);border-radius:12px;padding:20px;margin:0;min-width:0}}
figcaption p,.card>p{{color:var(--quiet);font-size:.92rem}}
svg{{display:block;width:100%;max-width:470px;height:auto;margin:6px auto;font:13px system-ui,sans-serif}}
svg text{{fill:var(--ink)}} svg .quiet{{fill:var(--quiet);font-size:12px}} svg .strong{{font-weight:600}}
svg .grid{{stroke:var(--rule);stroke-width:1}}
svg .par{{stroke:var(--gold);stroke-width:1.5;stroke-dasharray:5 4}}
svg .interval{{stroke:var(--soft);stroke-width:8;stroke-linecap:round}}
svg .whisker{{stroke:var(--ink);stroke-width:1.4}}
svg .dot{{fill:var(--accent);stroke:var(--card);stroke-width:1.5}}
svg .column{{fill:var(--column)}}
svg .board{{fill:var(--board);stroke:var(--rule)}}
svg .above{{fill:var(--above);stroke:var(--above);stroke-width:1.2}}
svg .below{{fill:var(--below);stroke:var(--below);stroke-width:1.6;stroke-dasharray:2.5 2}}
svg .unused{{fill:var(--rule)}}
svg .curve{{fill:none;stroke:var(--accent);stroke-width:2.2}}
svg .dashed{{stroke-dasharray:9 5}} svg .dotted{{stroke-dasharray:2 5;stroke-linecap:round}}
.wide{{overflow-x:auto}}
table{{border-collapse:collapse;width:100%;font-size:.92rem;font-variant-numeric:tabular-nums}}
th,td{{text-align:right;padding:6px 10px;border-bottom:1px solid var(--rule);white-space:nowrap}}
th:first-child,.forfeits :is(td,th):nth-child(2){{text-align:left;white-space:normal;min-width:7em}}
thead th{{color:var(--quiet);font-weight:500}} tbody th{{font-weight:600}}
summary{{cursor:pointer;color:var(--accent);padding:6px 0;width:fit-content}}
:focus-visible{{outline:2px solid var(--accent);outline-offset:3px;border-radius:4px}}
footer h2{{margin-top:28px}} footer{{color:var(--quiet);font-size:.92rem;padding-bottom:48px}}
.unseen{{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}}
@media (max-width:480px){{.card{{padding:16px 14px}} main,header,footer{{padding-left:14px;padding-right:14px}}
h1{{font-size:1.6rem}} svg{{font-size:15px}} svg .quiet{{font-size:14px}}}}
@media print{{body{{background:#fff}} .card{{break-inside:avoid}}}}
"""


def page(title: str, header: str, main: str, footer: str) -> str:
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>"
        f"<body><header>{header}</header><main>{main}</main><footer>{footer}</footer></body></html>\n"
    )
