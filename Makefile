# Every target works in a clean clone: what it needs, it sets up first.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
SOURCES := $(shell find src -name '*.py' -o -name '*.json') setup.py pyproject.toml
COMPILED := build/compiled
GAME ?=
SECONDS ?= 60
JOBS ?= 2

.PHONY: play test check compiled bench soak golden docs clean

play: $(COMPILED)/.done
	@PYTHONPATH=$(COMPILED) $(PY) -m tailback play $(GAME)

# Lint and types; the whole suite on the compiled package; the engine's tests on the plain sources.
test: check $(COMPILED)/.done
	PYTHONPATH=$(COMPILED) $(PY) -m pytest -n $(JOBS) tests
	PYTHONPATH=src TAILBACK_LAW_MATCHES=3 $(PY) -m pytest -n $(JOBS) tests/core tests/rules tests/laws tests/golden

check: $(VENV)/.done
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(PY) -m mypy

compiled: $(COMPILED)/.done

bench:
	$(PYTHON) -m bench

soak: $(COMPILED)/.done
	PYTHONPATH=$(COMPILED):tests $(PY) -m laws.soak $(SECONDS)

golden: $(COMPILED)/.done
	PYTHONPATH=$(COMPILED) $(PY) tools/golden.py

docs: $(COMPILED)/.done
	PYTHONPATH=$(COMPILED) $(PY) tools/docs.py

clean:
	rm -rf build $(VENV) .venv-bench

$(VENV)/.done: requirements/dev.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Tailback needs Python 3.11 or newer: make PYTHON=python3.11 ...")'
	$(PYTHON) -m venv $(VENV)
	$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@touch $@

# The package as a user gets it, compiled where a C compiler is found; never inside src.
$(COMPILED)/.done: $(VENV)/.done $(SOURCES)
	rm -rf $(COMPILED) build/source
	mkdir -p build/source
	cp -R src setup.py pyproject.toml README.md LICENSE build/source/
	$(PY) -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --target $(COMPILED) build/source
	@touch $@
