# Every target works in a clean clone: what it needs, it sets up first.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
SOURCES := $(shell find src -type f -not -name '*.pyc') setup.py pyproject.toml
COMPILED := build/compiled
GAME ?=
SECONDS ?= 60
STORE ?= both
SEED ?=
JOBS ?= 2

# With a C compiler at hand a core that does not compile is an error; without one the plain sources are installed.
CC_FOUND := $(shell command -v cc || command -v gcc || command -v clang)
CHROMIUM_FOUND := $(shell command -v chromium || command -v chromium-browser || command -v google-chrome || command -v chrome)
NGINX_FOUND := $(shell PATH="$$PATH:/usr/sbin:/usr/local/sbin" command -v nginx)
INITDB_FOUND := $(shell command -v initdb || ls /usr/lib/postgresql/*/bin/initdb 2>/dev/null)

.PHONY: play test check compiled compiler postgres browser nginx bench soak chaos proxy golden docs picture clean

play: $(COMPILED)/.done
	@build/tailback play $(GAME)

# Lint and types; the whole suite on the compiled package; the engine's tests on the plain sources.
test: compiler postgres browser check
	$(MAKE) compiled
	PYTHONPATH=$(COMPILED) $(PY) -m pytest -n $(JOBS) --dist worksteal tests
	PYTHONPATH=src TAILBACK_LAW_MATCHES=2 $(PY) -m pytest -n $(JOBS) --dist worksteal tests/core tests/rules tests/laws tests/golden src/tailback --doctest-modules

check: $(VENV)/.done
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(PY) -m mypy

compiled: $(COMPILED)/.done

bench:
	$(PYTHON) -m bench
	$(PYTHON) -m bench server

soak: $(COMPILED)/.done
	PYTHONPATH=$(COMPILED):tests $(PY) -m laws.soak $(SECONDS)

# Kills servers and databases under running games. STORE is sqlite, postgres or both.
chaos: $(if $(filter sqlite,$(STORE)),,postgres) $(COMPILED)/.done
	PYTHONPATH=$(COMPILED):tests $(PY) -m server.chaos $(SECONDS) $(STORE) $(SEED)

# Games over TLS through nginx (and Caddy, if it is there) with the files of deploy/.
proxy: nginx postgres $(COMPILED)/.done
	PYTHONPATH=$(COMPILED):tests $(PY) -m server.proxy_check

golden: $(COMPILED)/.done
	PYTHONPATH=$(COMPILED) $(PY) tools/golden.py

docs: $(COMPILED)/.done
	PYTHONPATH=$(COMPILED) $(PY) tools/docs.py

picture: $(COMPILED)/.done
	PYTHONPATH=$(COMPILED) $(PY) tools/picture.py

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

nginx:
	@if [ -z "$(NGINX_FOUND)" ]; then \
	  echo "make proxy needs nginx (Debian: apt install nginx). Nothing was checked."; exit 1; fi

clean:
	rm -rf build $(VENV) .venv-bench bench/peers/boardgame_io/node_modules

$(VENV)/.done: requirements/dev.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Tailback needs Python 3.11 or newer: make PYTHON=python3.11 ...")'
	@echo "Setting up for the first time. This takes a few minutes; nothing is installed outside this folder."
	$(PYTHON) -m venv $(VENV)
	$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@touch $@

# The package as a user gets it, compiled where a C compiler is found; never inside src.
$(COMPILED)/.done: $(VENV)/.done $(SOURCES)
	rm -rf $(COMPILED) build/source
	mkdir -p build/source
	cp -R src setup.py pyproject.toml README.md LICENSE build/source/
	$(if $(CC_FOUND),TAILBACK_MUST_COMPILE=1) $(PY) -m pip install --quiet --disable-pip-version-check \
	  --no-build-isolation --no-deps --target $(COMPILED) build/source
	@printf '%s\n' '#!/bin/sh' 'here=$$(CDPATH= cd -- "$$(dirname -- "$$0")" && pwd)' 'export PYTHONPATH="$$here/compiled" TAILBACK_COMMAND="$$0"' 'exec "$$here/../$(PY)" -m tailback "$$@"' > build/tailback
	@chmod +x build/tailback
	@touch $@
