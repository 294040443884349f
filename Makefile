# Every target works in a clean clone: what it needs, it sets up first.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
SOURCES := $(shell find src -type f -not -name '*.pyc') setup.py pyproject.toml
PIP := $(PY) -m pip install --quiet --disable-pip-version-check
COMPILED := build/compiled
# Written by `vite build` into build/web, which it empties first: so the mark lies beside it.
WEB := build/web.done
SITE := build/site.done
# Wheels for the Python that runs in a page; it is the one of the Pyodide in web/package.json.
WHEELS := build/wheels
WEB_SOURCES := $(shell find web/src web/public -type f -not -name '*.test.ts') $(wildcard web/*.html web/*.ts web/*.json) \
  $(shell find src/tailback/texts -name '*.json')
# A browser's tests start their servers from the compiled package.
AT_COMPILED = PYTHONPATH=$(abspath $(COMPILED)) TAILBACK_PYTHON=$(abspath $(PY)) JOBS=$(JOBS) $(if $(CHROMIUM_FOUND),CHROMIUM=$(CHROMIUM_FOUND)) \
  $(if $(FIREFOX_FOUND),FIREFOX=$(FIREFOX_FOUND))
# Building the browser table needs a third of the packages that its tests need. Whoever plays gets only these; every other
# target takes all of them, so that two of npm never work in one folder.
MODULES := web/node_modules/.done
BUILDERS := $(if $(or $(filter-out play terminal web $(COMPILED)/.web,$(or $(MAKECMDGOALS),play)),$(wildcard $(MODULES))),$(MODULES),web/node_modules/.building)
# Nobody who only wants to play waits for the site to be built: it is taken as it is, where it is.
TAKE_SITE = if [ -f build/site/play/index.html ] && [ -d $(COMPILED)/tailback ]; then \
  rm -rf $(COMPILED)/tailback/here && cp -R build/site/play $(COMPILED)/tailback/here; fi
GAME ?=
PYTHONS ?=
ARGS ?=
SECONDS ?= 60
STORE ?= both
SEED ?=
KILLS ?=
JOBS ?= 2
MATCHES ?= 5
DECISIONS ?=
FILE ?= build/soak.json
ADDRESS ?=
ONLY ?=

# With a C compiler and Python's headers at hand a core that does not compile is an error; without them the plain sources are
# installed.
CC_FOUND := $(shell command -v cc || command -v gcc || command -v clang)
HEADERS_FOUND = $(shell $(PY) -c 'import os, sysconfig; print("yes" if os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")) else "")')
COMPILED_IS_NEW = $(shell [ -f $(COMPILED)/.done ] && [ -z "$$(find src setup.py -type f -not -name '*.pyc' -newer $(COMPILED)/.done)" ] && echo yes)
CHROMIUM_FOUND := $(shell command -v chromium || command -v chromium-browser || command -v google-chrome || command -v chrome)
FIREFOX_FOUND := $(shell command -v firefox-esr || command -v firefox)
WEBKIT_FOUND := $(shell command -v WebKitWebDriver >/dev/null && command -v Xvfb)
NGINX_FOUND := $(shell PATH="$$PATH:/usr/sbin:/usr/local/sbin" command -v nginx)
NODE_FOUND := $(shell command -v npm >/dev/null && node -e 'const [a, b] = process.versions.node.split("."); if (+a > 20 || (+a === 20 && +b >= 19)) console.log("yes")' 2>/dev/null)
INITDB_FOUND := $(shell command -v initdb || ls /usr/lib/postgresql/*/bin/initdb 2>/dev/null)

.PHONY: play terminal web site test test-compiled test-plain test-pettingzoo test-gymnasium test-openspiel test-units test-browser test-others test-game check compiled compiler postgres browser other-browsers browsers node nginx bench \
  soak chaos proxy strength even times balance golden docs picture sheet pages films shots layout dist clean

# The table server, with the browser opened at it where there is one.
play:
	@[ -f $(COMPILED)/.web ] || echo "The first time takes a while: $(if $(CC_FOUND),a minute and a half on two cores,under a minute; with a C compiler at hand robots would think fifty times faster). Nothing is installed outside this folder."
	@$(MAKE) --no-print-directory -j2 $(COMPILED)/.web
	@[ -f $(COMPILED)/tailback/web/index.html ] || echo "Without Node 20.19 or newer there is no table in the browser: its pages say how to play in a terminal."
	@build/tailback serve --open

terminal: $(COMPILED)/.done
	@build/tailback play $(GAME)

# The browser table, as the server and the wheel hand it out.
web: node $(WEB)

# A folder of files that any file server can hand out: the home page in build/site, the whole table in build/site/play.
# A server of these sources hands it out from then on, for the times when it is away.
site: node $(SITE) pages
	@$(TAKE_SITE)

# Lint and types; the whole suite on the compiled package; what the plain sources must show themselves; the browser table in parts, and
# in real browsers at the compiled server. Some tests measure time, so the browsers come after the rest.
test: compiler postgres browser node
	$(MAKE) -j2 -Otarget check test-compiled test-plain test-units
	$(MAKE) test-browser
	$(MAKE) test-others

test-compiled: $(COMPILED)/.web $(VENV)/.done $(MODULES)
	PYTHONPATH=$(COMPILED) TAILBACK_LAW_MATCHES=20 $(PY) -m pytest -n $(JOBS) --dist worksteal --durations 20 tests

# The rules once more as plain Python, where it may differ: its own arithmetic, every clause and every golden game. That plain and
# compiled rules do the same in random matches of every set-up, in all that laws, robots and hints look at, tests/package/sums.py compares.
test-plain: $(VENV)/.done
	PYTHONPATH=src $(PY) -m pytest --durations 5 tests/core tests/games src/tailback --doctest-modules \
	  $(foreach room,server terminal because robots hints imagine knowledge every_clause,--ignore-glob="*/test_$(room).py")

# What the makers of three libraries ask of whoever speaks their language; test-compiled runs these files, too.
test-pettingzoo test-gymnasium test-openspiel: $(COMPILED)/.done $(VENV)/.done
	PYTHONPATH=$(COMPILED) $(PY) -m pytest -n $(JOBS) tests/learning/test_$(patsubst test-%,%,$(subst pettingzoo,zoo,$(subst gymnasium,gym,$(subst openspiel,spiel,$@)))).py

test-units: $(MODULES)
	cd web && npm test

test-browser: $(COMPILED)/.web $(VENV)/.done $(MODULES) $(SITE)
	@$(TAKE_SITE)
	cd web && $(AT_COMPILED) npm run e2e

# A little of it in Firefox and WebKit, where they are or can be had: which of them is left out, it says.
test-others: $(COMPILED)/.web $(VENV)/.done $(MODULES) $(SITE)
	@$(MAKE) --no-print-directory other-browsers || true
	cd web && $(AT_COMPILED) npm run others -- --pass-with-no-tests

# One game while one works on it: its rules, golden games, clauses and laws. On the compiled package where it is up to date.
test-game: $(VENV)/.done
	@[ -d "src/tailback/games/$(GAME)" ] && [ -n "$(GAME)" ] || { echo "Which game? make test-game GAME=..., one of: $(notdir $(patsubst %/,%,$(dir $(wildcard src/tailback/games/*/game.py))))"; exit 1; }
	PYTHONPATH=$(if $(COMPILED_IS_NEW),$(COMPILED),src) TAILBACK_LAW_MATCHES=$(MATCHES) $(PY) -m pytest -n $(JOBS) tests/games tests/laws -k $(GAME)

check: $(VENV)/.done $(MODULES)
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(PY) -m mypy
	cd web && npm run check

compiled: $(COMPILED)/.web

# Every screen of every game as a picture, with a page to look through them.
shots: browser node $(VENV)/.done $(MODULES) $(COMPILED)/.web
	cd web && $(AT_COMPILED) npm run shots

# The pictures of docs/declarations.md, from the real general table.
declarations: browser node $(VENV)/.done $(MODULES) $(COMPILED)/.web
	cd web && $(AT_COMPILED) DECLARED=docs/images/declarations npx playwright test -c shots.config.ts declarations

# Only the home page with guides, rules and references. ADDRESS is where it will be found: then links to it show a picture everywhere.
pages: $(VENV)/.done
	PYTHONPATH=src $(PY) -m homepage build/site $(if $(ADDRESS),--address $(ADDRESS))

# A few seconds of every game for the home page and the README, and the drawings of the home page. It takes ten minutes: time in the
# browser runs slower, so that no frame is missed. What is filmed of a game stands in its e2e/scenes.ts.
films: browser node $(COMPILED)/.web .venv-films/.done
	cd web && $(AT_COMPILED) npm run films
	.venv-films/bin/python tools/films.py

# Every question of every game in every size, language and size of letters: is anything cut, covered, too small or off the screen?
layout: browser node $(VENV)/.done $(MODULES) $(COMPILED)/.web
	cd web && $(AT_COMPILED) LAYOUT=all npm run e2e -- layout.spec

# In Firefox and WebKit: whole games of each from the door to the result, every size; in Firefox everything else, too.
browsers: browser other-browsers node $(VENV)/.done $(MODULES) $(COMPILED)/.web $(SITE)
	@$(TAKE_SITE)
	cd web && $(AT_COMPILED) BROWSERS=all npm run others

bench: browser node $(MODULES) $(WEB) $(SITE)
	$(PYTHON) -m bench
	$(PYTHON) -m bench server
	$(PYTHON) -m bench web
	$(PYTHON) -m bench site
	$(PYTHON) -m bench lab
	$(PYTHON) -m bench kit
	$(PYTHON) -m bench learning

# Random games under the laws, for SECONDS or until FILE holds DECISIONS of them; stopped at any time, it goes on from FILE.
soak: $(VENV)/.done $(COMPILED)/.done
	PYTHONPATH=$(COMPILED):tests $(PY) -m laws.soak --file $(FILE) --jobs $(JOBS) $(if $(SEED),--seed $(SEED)) $(if $(ONLY),--only $(ONLY)) \
	  $(if $(DECISIONS),--decisions $(DECISIONS)) $(if $(or $(findstring command,$(origin SECONDS)),$(if $(DECISIONS),,by time)),--seconds $(SECONDS))

# Games go on while servers, databases, disk, clocks and network misbehave. STORE is sqlite, postgres or both; with KILLS it lasts
# until so many processes were killed.
chaos: $(if $(filter sqlite,$(STORE)),,postgres) $(VENV)/.done $(COMPILED)/.done
	PYTHONPATH=$(COMPILED):tests:tests/elsewhere:examples $(PY) -m server.chaos --store $(STORE) $(if $(KILLS),--kills $(KILLS),--seconds $(SECONDS)) $(if $(SEED),--seed $(SEED))

# Games over TLS through nginx (and Caddy, if it is there) with the files of deploy/.
proxy: nginx postgres $(VENV)/.done $(COMPILED)/.done
	PYTHONPATH=$(COMPILED):tests $(PY) -m server.proxy_check

# How strong the levels are. It takes hours for all games; stopped at any time, it goes on where it was. ARGS go to tools/strength.py.
strength: $(VENV)/.done $(COMPILED)/.done
	PYTHONPATH=$(COMPILED) $(PY) tools/strength.py $(GAME) $(ARGS)
	cp src/tailback/robots/strength.json $(COMPILED)/tailback/robots/

# How often a weak player wins with the head start called even chances. ARGS go to tools/even.py.
even: $(VENV)/.done $(COMPILED)/.done
	PYTHONPATH=$(COMPILED) $(PY) tools/even.py $(GAME) $(ARGS)
	cp src/tailback/robots/even.json $(COMPILED)/tailback/robots/
	PYTHONPATH=$(COMPILED) $(PY) tools/docs.py

# How long a match takes people, by preset and number of players: what doors, forms and rule pages say. A minute. ARGS go to tools/times.py.
times: $(VENV)/.done $(COMPILED)/.done
	PYTHONPATH=$(COMPILED) $(PY) tools/times.py $(GAME) $(ARGS)
	cp src/tailback/robots/times.json $(COMPILED)/tailback/robots/
	PYTHONPATH=$(COMPILED) $(PY) tools/docs.py

# How balanced the games are: docs/balance.md with its pictures. About a quarter of an hour on two cores; stopped at any time, it goes on where it was.
# ARGS go to tools/balance.py, such as ARGS="--matches 1000 --options 500".
balance: node $(VENV)/.done $(MODULES) $(COMPILED)/.done
	PYTHONPATH=$(COMPILED) $(PY) tools/balance.py $(ARGS)

golden: $(VENV)/.done $(COMPILED)/.done
	PYTHONPATH=$(COMPILED) $(PY) tools/golden.py $(if $(GAME),--only $(GAME))

docs: $(VENV)/.done $(COMPILED)/.done
	PYTHONPATH=$(COMPILED) $(PY) tools/docs.py

picture: $(VENV)/.done $(COMPILED)/.done
	PYTHONPATH=$(COMPILED) $(PY) tools/picture.py

# The art and the letters of pictures without a browser (src/tailback/rl), after the art of the general table changed.
sheet: browser $(VENV)/.done $(MODULES)
	$(PY) tools/sheet.py

# Everything for a release, checked, installed and played; for PYTHONS, or for all that are found.
dist: node $(VENV)/.run $(WEB) $(SITE)
	@$(PY) tools/dist.py $(PYTHONS)

# The tests compare the compiled core with the plain one, so they need a compiler; installed here where that is possible.
compiler:
	@if [ -z "$(CC_FOUND)" ]; then \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    apt-get update -qq && apt-get install -y -qq gcc libc6-dev python3-dev; \
	  else echo "make test needs a C compiler (gcc or clang) and Python's headers; make play does not."; exit 1; fi; fi

# The tests start a PostgreSQL of their own in a temporary folder; they leave any other on this machine alone.
postgres:
	@if [ -z "$(INITDB_FOUND)" ]; then \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    apt-get update -qq && apt-get install -y -qq postgresql; \
	  else echo "make test needs PostgreSQL's programs (Debian: apt install postgresql); make play does not."; exit 1; fi; fi

# A real browser loads the server's pages: it is the one to say whether they are in order.
browser:
	@if [ -z "$(CHROMIUM_FOUND)" ]; then \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    apt-get update -qq && apt-get install -y -qq chromium; \
	  else echo "make test needs Chromium (Debian: apt install chromium); make play does not."; exit 1; fi; fi

# Two browsers that draw, count and wait in their own ways.
other-browsers:
	@if [ -z "$(FIREFOX_FOUND)" ] || [ -z "$(WEBKIT_FOUND)" ]; then \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    apt-get update -qq && apt-get install -y -qq firefox-esr webkit2gtk-driver xvfb; \
	  else echo "make browsers needs Firefox and WebKit (Debian: apt install firefox-esr webkit2gtk-driver xvfb); make test goes on without them."; exit 1; fi; fi

# The browser table is built and tested with it; nobody needs it to play from a wheel.
node:
	@if [ -z "$(NODE_FOUND)" ]; then \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then apt-get update -qq && apt-get install -y -qq nodejs npm; fi; \
	  node -e 'const [a, b] = process.versions.node.split("."); process.exit(+a > 20 || (+a === 20 && +b >= 19) ? 0 : 1)' 2>/dev/null \
	  || { echo "make test, make check and make web need Node 20.19 or newer with npm; make play does not."; exit 1; }; fi

nginx:
	@if [ -z "$(NGINX_FOUND)" ]; then \
	  echo "make proxy needs nginx (Debian: apt install nginx). Nothing was checked."; exit 1; fi

clean:
	rm -rf build $(VENV) .venv-bench .venv-films bench/peers/boardgame_io/node_modules web/node_modules web/test-results

# What playing needs; the tests add theirs to it. Only what is used gets compiled to bytecode, when it is used.
$(VENV)/.run: requirements/run.txt requirements/build.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Tailback needs Python 3.11 or newer: make PYTHON=python3.11 ...")'
	@echo "Fetching what the server and the terminal need, about fifteen seconds."
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) --no-compile --require-hashes -r requirements/run.txt -r requirements/build.txt
	@touch $@

$(VENV)/.done: requirements/dev.txt $(VENV)/.run
	@echo "Fetching what the tests need."
	@$(PIP) --require-hashes -r requirements/dev.txt
	@touch $@

.venv-films/.done: requirements/films.txt
	$(PYTHON) -m venv .venv-films
	.venv-films/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/films.txt
	@touch $@

$(MODULES): web/package-lock.json web/.npmrc | node
	@echo "Fetching what builds and tests the table in the browser."
	@cd web && npm ci --silent
	@touch $@

web/node_modules/.building: web/package-lock.json web/.npmrc | node
	@echo "Fetching what builds the table in the browser, about five seconds."
	@cd web && npm ci --silent --omit=dev
	@touch $@

$(WEB): $(WEB_SOURCES) $(BUILDERS)
	@mkdir -p build
	@echo "Building the table in the browser, about ten seconds."
	@cd web && npm run build > ../build/web.log 2>&1 || { cat ../build/web.log; exit 1; }
	@touch $@

$(WHEELS)/.done: requirements/device.txt $(VENV)/.done
	rm -rf $(WHEELS)
	$(PY) -m pip download --quiet --disable-pip-version-check --require-hashes --no-deps --only-binary :all: --platform pyemscripten_2026_0_wasm32 \
	  --python-version 314 --implementation cp --abi cp314 --abi none --dest $(WHEELS) -r requirements/device.txt
	@touch $@

# Python in pieces, and what it would always answer the same: both lie beside the page.
build/beside/.done: $(WHEELS)/.done $(SOURCES) $(MODULES) web/pieces.mjs web/halves.mjs web/lean.mjs web/wasm.mjs web/rehearse.mjs web/rehearsal.py tools/lasting.py
	rm -rf build/beside
	cd web && node pieces.mjs ../$(WHEELS) ../build/beside/python
	PYTHONPATH=src $(PY) tools/lasting.py build/beside/data
	cp src/tailback/server/door/static/favicon.svg build/beside/
	@touch $@

$(SITE): build/beside/.done $(WEB_SOURCES)
	cd web && TAILBACK_BESIDE=$(abspath build/beside) npm run build -- --mode site
	@touch $@

# The package as a user gets it, compiled where that is possible; never inside src. The browser table is built beside it and comes
# in last: another table does not make the rules compile again.
$(COMPILED)/.done: $(VENV)/.run $(SOURCES)
	@rm -rf $(COMPILED) build/source build/wheel
	@mkdir -p build/source build/wheel
	@cp -R src setup.py pyproject.toml README.md LICENSE build/source/
	@$(if $(and $(CC_FOUND),$(HEADERS_FOUND)),,echo "Without a C compiler and Python's headers the rules run as plain Python: the same games, and robots think more slowly.")
	@cd build/source && $(if $(and $(CC_FOUND),$(HEADERS_FOUND)),TAILBACK_MUST_COMPILE=1,TAILBACK_PURE=1) \
	  ../../$(PY) -c 'from setuptools import build_meta; build_meta.build_wheel("../wheel")' > ../compile.log || { cat ../compile.log; exit 1; }
	@$(PIP) --no-index --no-deps --target $(COMPILED) build/wheel/*.whl
	@printf '%s\n' '#!/bin/sh' 'here=$$(CDPATH= cd -- "$$(dirname -- "$$0")" && pwd)' 'export PYTHONPATH="$$here/compiled" TAILBACK_COMMAND="$$0"' 'exec "$$here/../$(PY)" -m tailback "$$@"' > build/tailback
	@chmod +x build/tailback
	@touch $@

$(COMPILED)/.web: $(COMPILED)/.done $(if $(NODE_FOUND),$(WEB))
	@rm -rf $(COMPILED)/tailback/web
	@if [ -d build/web ]; then cp -R build/web $(COMPILED)/tailback/web; fi
	@$(TAKE_SITE)
	@touch $@
