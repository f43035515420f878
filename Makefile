# `make play` plays, `make test` tests; both set up all they need. `make help` lists the rest.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
COVERING := $(addprefix tests/,rules game record fuzz server/tables compatibility test_deal.py test_goldens.py test_match.py test_notation.py)
BROWSER := tests/browser tests/docs  # by themselves: Playwright keeps an event loop running in its process
COMPILED := $(addprefix tests/,rules game record server/http/test_outbox.py server/http/test_sockets.py server/http/test_frames.py server/rooms server/storage/sqlite server/tables server/test_metrics.py rl/test_game.py test_compiled.py test_goldens.py test_match.py test_notation.py)
CLUSTER_TEST := tests/executor/test_cluster.py  # by itself: Ray was seen to wait for ever in a process with other tests
WORKERS ?= 2  # processes that test, in each part
PARTS := test-rest test-browser test-covered test-compiled test-cluster test-page  # of the tests, the longest first
TOGETHER := --no-print-directory --jobs=2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=recurse)  # half of the time, tests wait
PYTEST = -m pytest -q -n $(WORKERS) --dist worksteal
SOURCES := $(shell find src/tsuro -type f -not -path '*/__pycache__/*')
export PYTHONDONTWRITEBYTECODE :=  # hundreds of processes are started: none compiles what another has compiled

.DEFAULT_GOAL := help
.PHONY: help play test $(PARTS) quick fuzz faults differential strength train learned check audit format bench compiled docs pictures screenshots goldens protocol looks constraints chromium postgresql proxies node core compiler clean

help:  ## list what can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 14

play: .venv/play  ## play in the browser
	@$(BIN)/tsuro web

test: .venv/dev chromium postgresql proxies node_modules core compiler  ## run all tests; rules, records and tables must be covered to the last branch
	@echo "Six parts, two at a time; each is shown when it is done…"
	@$(MAKE) $(TOGETHER) $(PARTS)

test-browser:
	$(BIN)/python $(PYTEST) --durations=10 $(BROWSER)

test-rest: WORKERS = 4  # servers and programs: most of it waits
test-rest:
	$(BIN)/python $(PYTEST) --durations=10 $(addprefix --ignore=,$(COVERING) $(BROWSER) $(CLUSTER_TEST))

test-compiled: build/compiled/tsuro
	PYTHONPATH=build/compiled $(BIN)/python $(PYTEST) $(COMPILED) --ignore=tests/server/rooms/test_storing.py  # which puts another method into a class

test-cluster:
	$(BIN)/python -m pytest -q $(CLUSTER_TEST)

test-covered:
	@rm -f .coverage .coverage.*
	$(BIN)/python -m coverage run $(PYTEST) $(COVERING)
	@$(BIN)/python -m coverage combine -q
	$(BIN)/python -m coverage report

test-page:
	node --test --test-reporter=dot $$(find tests/page_unit -name '*.test.js')

quick: .venv/dev node_modules core  ## run what you need while you work: no browser, no server processes, under a minute
	$(BIN)/ruff check -q .
	node --test --test-reporter=dot $$(find tests/page_unit -name '*.test.js')
	$(BIN)/python $(PYTEST) -m 'not slow' --hypothesis-profile=quick $(addprefix --ignore=,tests/server_process $(BROWSER))

fuzz: .venv/dev  ## run the properties and fuzzers with thousands of new random examples
	$(BIN)/python -m pytest -q -n 2 tests/properties tests/fuzz --hypothesis-profile=thorough
	for target in messages text json; do $(BIN)/python -m tests.fuzz.guided $$target -max_total_time=120 -verbosity=0 || exit 1; done

faults: .venv/dev postgresql  ## kill, stop and starve real processes under load, a hundred times, for docs/faults.md (ten minutes)
	$(BIN)/python -m tests.faults

differential: .venv/dev core  ## compare 100,000 games of the simulation core with the rules, move for move
	$(BIN)/python scripts/differential.py

strength: .venv/dev core  ## measure how strong the bots are, for docs/bots.md (half an hour; can be interrupted; CLUSTER=ADDRESS plays elsewhere, QUICK=1 two deals of everything, docs untouched)
	PYTHONPATH=. $(BIN)/python -m scripts.strength $(if $(QUICK),--quick) $(if $(CLUSTER),--cluster $(CLUSTER))

train: .venv/dev core  ## train the value that the dragon trusts, on its own games, learn about start marks, and correct the chances that people are shown (fifteen minutes)
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m scripts.train  # its matrices are too small for threads
	$(BIN)/python -m scripts.start_marks
	$(BIN)/python -m scripts.calibration

learned: .venv/dev core  ## teach the bot `learned` again, from the dragon's games and its own (can be interrupted)
	$(BIN)/tsuro selfplay dragon:400 --games 1800 --players 2,2,2,3,4,4,5,6,8 --explore 3 --seed 1 --out build/learned
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m scripts.learn build/learned  # its matrices are too small for threads
	$(BIN)/python -m scripts.learned_page

check: .venv/dev node_modules  ## lint, type-check, keep the levels of the architecture, and look at the package
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	node_modules/.bin/tsc -p .
	node_modules/.bin/tsc -p tsconfig.worker.json
	@rm -rf dist
	@TSURO_COMPILE=0 $(BIN)/python -m build --no-isolation >/dev/null
	$(BIN)/twine check --strict dist/*

audit: .venv/dev node_modules  ## ask whether anybody has warned of a version that we use; before every release (needs the network)
	@$(BIN)/python -m scripts.audit

format: .venv/dev  ## format the code
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

bench: .venv/dev  ## measure how fast the game is, and its page
	$(BIN)/tsuro bench
	$(BIN)/python -m scripts.page_bench

compiled: build/compiled/tsuro  ## compile what every move passes through to C, as for a site (a minute); `tsuro serve` then runs on it until a source changes

build/compiled/tsuro: $(SOURCES) pyproject.toml hatch_build.py | .venv/dev compiler
	@echo "Compiling to C (a minute)…"
	@rm -rf build/compiled && mkdir -p build
	@$(BIN)/python -m scripts.digest >build/digest.txt  # of what is compiled, even if it changes meanwhile
	@TSURO_COMPILE=1 $(PIP) install --quiet --no-cache-dir --no-deps --no-build-isolation --target build/compiled .
	@touch $@
	@mv build/digest.txt build/compiled/

docs: .venv/dev pictures  ## build the documentation as a website, in site/
	$(BIN)/python -m sphinx -q -E -W --keep-going docs site
	@echo "open site/index.html"

pictures: .venv/dev  ## draw the pictures of the documentation
	$(BIN)/python -m scripts.pictures

screenshots: .venv/dev chromium  ## take pictures of every screen of the page, in screenshots/
	$(BIN)/python -m scripts.screenshots

goldens: .venv/dev  ## write the golden games and perft counts (then look at the difference)
	$(BIN)/python scripts/goldens.py

protocol: .venv/dev  ## write the schema and the types of the messages, and the tables and the conversation in docs/protocol.md
	$(BIN)/python scripts/schema.py
	$(BIN)/python scripts/page_types.py
	$(BIN)/python scripts/page_limits.py
	$(BIN)/python scripts/page_routes.py
	$(BIN)/python scripts/lesson.py
	$(BIN)/python scripts/protocol_page.py

looks: .venv/dev  ## write the page's colours, sizes and shapes from tsuro.render
	$(BIN)/python scripts/page_looks.py

constraints:  ## renew the pinned versions from the registry
	rm -rf .venv
	$(PYTHON) -m venv .venv
	$(PIP) install --quiet --upgrade pip
	TSURO_COMPILE=0 $(PIP) install --quiet --editable '.[fast,arena,rl,openspiel,data,cluster,learn,postgresql]' --group test --group check --group docs --group package --group bench
	{ echo "# The versions that are tested together. Renew with: make constraints"; \
	  $(PIP) list --format freeze --exclude-editable --exclude setuptools; } > constraints.txt

clean:  ## remove everything that was built
	rm -rf .venv node_modules screenshots site build dist .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache .ruff_cache

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Tsuro needs Python 3.11 or newer; say which with: make play PYTHON=python3.12"; exit 1; }
	@echo "Making a Python environment in .venv (once)…"
	@$(PYTHON) -m venv .venv

.venv/play: .venv/bin/python pyproject.toml constraints.txt
	@$(BIN)/python scripts/set_up.py
	@touch $@

.venv/dev: .venv/bin/python pyproject.toml constraints.txt
	@echo "Setting up for development (once)…"
	@$(PIP) install --quiet --constraint constraints.txt pip
	@TSURO_COMPILE=0 $(PIP) install --quiet --constraint constraints.txt --editable '.[fast,arena,rl,openspiel,data,cluster,learn,postgresql]' --group test --group check --group docs --group package
	@touch $@ .venv/play

chromium:  # the headless shell starts fewer processes than the whole browser: the tests take two thirds of the time
	@command -v chromium-headless-shell >/dev/null 2>&1 || { \
	  echo "Installing Chromium (once)…"; \
	  SUDO=$$([ "$$(id -u)" = 0 ] || echo sudo -n); \
	  { $$SUDO apt-get update -qq \
	  && $$SUDO apt-get install -y -qq --no-install-recommends chromium chromium-headless-shell; } >/dev/null 2>&1 \
	  || command -v chromium >/dev/null 2>&1 || command -v chromium-browser >/dev/null 2>&1 \
	  || command -v google-chrome >/dev/null 2>&1 \
	  || { echo "Chromium cannot be installed here; install it as your system does, then repeat."; exit 1; }; }

postgresql:  # only its programs: tests start servers of their own, so none is set up to run for the whole machine
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null 2>&1 || { \
	  echo "Installing PostgreSQL (once)…"; \
	  SUDO=$$([ "$$(id -u)" = 0 ] || echo sudo -n); NONE=/etc/postgresql-common/createcluster.d/tsuro.conf; \
	  { $$SUDO mkdir -p $$(dirname $$NONE) && echo "create_main_cluster = false" | $$SUDO tee $$NONE \
	  && $$SUDO apt-get update -qq && $$SUDO apt-get install -y -qq --no-install-recommends postgresql; } >/dev/null 2>&1; \
	  $$SUDO rm -f $$NONE 2>/dev/null; \
	  ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 \
	  || { echo "PostgreSQL cannot be installed here; install it as your system does, then repeat."; exit 1; }; }

proxies:  # nginx and Caddy are unpacked, not installed: no web server starts to run on this machine
	@{ command -v nginx || ls build/proxies/usr/sbin/nginx; } >/dev/null 2>&1 \
	 && { command -v caddy || ls build/proxies/usr/bin/caddy; } >/dev/null 2>&1 || { \
	  echo "Fetching nginx and Caddy (once)…"; mkdir -p build/proxies && cd build/proxies \
	  && SUDO=$$([ "$$(id -u)" = 0 ] || echo sudo -n) \
	  && { apt-get download nginx caddy || { $$SUDO apt-get update && apt-get download nginx caddy; }; } >/dev/null 2>&1 \
	  && for package in *.deb; do dpkg-deb -x $$package .; done \
	  || { echo "nginx and Caddy cannot be fetched here; install them as your system does, then repeat."; exit 1; }; }

CAN_COMPILE := { command -v cc && $(PYTHON) -c 'import os, sysconfig; open(os.path.join(sysconfig.get_path("include"), "Python.h"))'; } >/dev/null 2>&1
compiler:  # with what it needs to know of Python
	@$(CAN_COMPILE) || { \
	  echo "Installing a C compiler (once)…"; \
	  SUDO=$$([ "$$(id -u)" = 0 ] || echo sudo -n); \
	  { $$SUDO apt-get update -qq && $$SUDO apt-get install -y -qq --no-install-recommends gcc libc6-dev python3-dev; } >/dev/null 2>&1; \
	  $(CAN_COMPILE) \
	  || { echo "A C compiler, or the headers of Python, cannot be installed here; install them as your system does, then repeat."; exit 1; }; }

node:
	@command -v npm >/dev/null 2>&1 || { \
	  echo "Installing Node.js (once)…"; \
	  SUDO=$$([ "$$(id -u)" = 0 ] || echo sudo); \
	  $$SUDO apt-get update -qq && $$SUDO apt-get install -y -qq --no-install-recommends nodejs npm >/dev/null; }

node_modules: package.json package-lock.json | node
	@npm ci --silent
	@touch $@

core: .venv/dev
	@$(BIN)/python -m tsuro.fast.loader
