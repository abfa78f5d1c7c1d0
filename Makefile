# Every target does its own set-up in .venv; nothing needs to be installed by hand.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play test check bench docs clean

play: $(VENV)/ready
	@$(BIN)/wormgrill simulate --edition deluxe-2018 --players 3 --games 1 --show

test: $(VENV)/ready-dev
	$(BIN)/python -m pytest -n auto --dist worksteal

check: $(VENV)/ready-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python docs/tools/cli_reference.py --check

bench: $(VENV)/ready-bench
	$(BIN)/python -m bench

docs: $(VENV)/ready-dev
	$(BIN)/python docs/tools/cli_reference.py

clean:
	rm -rf $(VENV)

$(VENV)/bin/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "wormgrill needs Python 3.11 or later: make PYTHON=python3.11 ...")'
	@$(PYTHON) -m venv $(VENV) || { echo "Debian splits venv off: apt-get install python3-venv"; rm -rf $(VENV); exit 1; }

$(VENV)/ready: $(VENV)/bin/pip pyproject.toml constraints.txt
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	@touch $@

$(VENV)/ready-%: $(VENV)/bin/pip pyproject.toml constraints.txt
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[$*]'
	@touch $@
