# Every target does its own set-up in .venv; nothing needs to be installed by hand.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
LOWEST := .venv-lowest
# Compiled sources are kept: many of the tests start processes.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play quick test check lowest proof mutants bench docs lock dist clean chromium chromium-headless-shell postgresql nginx caddy haproxy systemd-analyze

play: $(VENV)/ready
	@$(BIN)/wormgrill

QUICK := -m pytest -q -n auto --dist worksteal -m "not browser and not server and not compiled"

# What can be checked in less than a minute: no browser, no server process and nothing that is compiled.
quick: $(VENV)/ready-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m wormgrill.presentation.catalogs --check
	$(BIN)/python -m tools.lock --check
	$(BIN)/python $(QUICK)

# The tests wait for servers and browsers half of the time: there are more workers than cores. For the same reason NumPy does not
# share its work with threads: they would wait for each other at full speed. A test that does not end fails after ten minutes, and
# shows what every thread was doing. What bots and environments need is compiled before all workers and servers do so at once.
LIMIT := -o faulthandler_timeout=600 -o faulthandler_exit_on_timeout=true
test: $(VENV)/ready-dev chromium chromium-headless-shell postgresql nginx caddy haproxy systemd-analyze
	$(BIN)/python -m tests.support.compiling
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m pytest -n $$(($$(nproc) * 3 / 2)) --dist worksteal $(LIMIT)

check: $(VENV)/ready-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m wormgrill.presentation.catalogs --check
	$(BIN)/python docs/tools/cli_reference.py --check
	$(BIN)/python docs/tools/draw_lattice.py --check
	$(BIN)/python docs/tools/draw_layers.py --check
	$(BIN)/python docs/tools/rulings.py --check
	$(BIN)/python -m tools.lock --check
	$(if $(filter .venv,$(VENV)),@$(MAKE) --no-print-directory lowest)

# The quick tests with the lowest versions that pyproject.toml allows. `make check` runs them once, with the default Python.
lowest: $(LOWEST)/ready
	$(LOWEST)/bin/python $(QUICK)

# The checks of the tests at full counts; interrupted, it goes on later where it was.
proof: $(VENV)/ready-dev
	$(BIN)/python -m proof

# Changes the rules in about two thousand small ways, one at a time; for each of them a test has to fail.
mutants: $(VENV)/ready-dev
	$(BIN)/python -m tests.mutants

bench: $(VENV)/ready-bench chromium
	$(BIN)/python -m bench

docs: $(VENV)/ready-dev chromium
	$(BIN)/python docs/tools/cli_reference.py
	$(BIN)/python docs/tools/draw_lattice.py
	$(BIN)/python docs/tools/draw_layers.py
	$(BIN)/python docs/tools/rulings.py
	$(BIN)/python docs/tools/screenshots.py

lock: $(VENV)/ready-dev
	$(BIN)/python -m tools.lock

# The source archive, and the wheel that is built from it.
dist: $(VENV)/ready-dev
	rm -rf dist
	$(BIN)/python -m uv build --out-dir dist

clean:
	rm -rf $(VENV) $(LOWEST) dist

# What the tests need of Debian. It is said what is installed and why, and only root installs, and only what is missing:
# $(call debian,what is looked for,packages,why,what is done after they were installed)
define debian
@PATH="$$PATH:/usr/sbin"; { $(1); } >/dev/null 2>&1 || \
  if [ "$$(id -u)" = 0 ]; then \
    echo "Installing Debian's $(2) with apt-get: $(3)."; \
    apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends $(2) >/dev/null$(4); \
  else echo "Debian's $(2) is missing: $(3). Install it with: sudo apt-get install $(2)" >&2; exit 1; fi
endef
# The services that come with the proxies are not left running.
STOPPED = && { [ ! -d /run/systemd/system ] || systemctl --quiet disable --now $@; }

chromium chromium-headless-shell:
	$(call debian,command -v $@,$@ chromium-sandbox fonts-dejavu-core fonts-liberation,the pages are tested in it)

postgresql:
	$(call debian,ls /usr/lib/postgresql/*/bin/initdb || command -v initdb,$@,tests start a database of their own with it)

nginx caddy haproxy:
	$(call debian,command -v $@,$@,its example in deploy/ is tested with it,$(STOPPED))

systemd-analyze:
	$(call debian,command -v $@,systemd,it checks the service in deploy/)

$(VENV)/bin/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "wormgrill needs Python 3.11 or later: make PYTHON=python3.11 ...")'
	@$(PYTHON) -m venv $(VENV) || { echo "Debian splits venv off: apt-get install python3-venv"; rm -rf $(VENV); exit 1; }

$(VENV)/ready: $(VENV)/bin/pip pyproject.toml constraints.txt frontend/package-lock.json
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	@touch $@

$(VENV)/ready-%: $(VENV)/bin/pip pyproject.toml constraints.txt frontend/package-lock.json
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[$*]'
	@touch $@

$(LOWEST)/ready: pyproject.toml | $(VENV)/ready-dev
	$(BIN)/python -m uv venv --quiet --clear --python $(BIN)/python $(LOWEST)
	$(BIN)/python -m uv pip install --quiet --python $(LOWEST) --resolution lowest-direct -e '.[dev]'
	@touch $@
