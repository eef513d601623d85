# `make demo` and `make test` need Python 3.11+ with venv and headers, a C++17 compiler and a
# package index. Both use .venv and install the wheel that `make wheel` builds into dist/.

PYTHON ?= python3
# one more than most machines of CI have cores: tests of servers and of processes wait a lot
JOBS ?= 3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
WHEEL = $$(ls dist/*.whl)
SOURCES := $(shell find src native -type f ! -name '*.py[cod]' ! -name '*.so' ! -name '.*' | LC_ALL=C sort) \
           CMakeLists.txt pyproject.toml README.md LICENSE

.PHONY: demo page docs release-check test test-slow lint format wheel sanitize fuzz torture bench paper paper-small paper-all paper-page clean check FORCE
.DELETE_ON_ERROR:

demo: $(VENV)/.report
	@$(BIN)/biterms demo $(ARGS)

# The page of `biterms serve` from its sources in web/; what is built is committed, so only who changes it needs Node.
page:
	@cd web && npm install --silent && npm run --silent check && npm run --silent build

# Python may keep the compiled tests, also where it has been told not to: each process reads them all.
test: lint
	@PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n $(JOBS) --dist loadgroup $(ARGS)

# The tests that take long, and those of random examples with ten times as many of them.
test-slow: $(VENV)/.test
	@BITERMS_EXAMPLES=10 $(BIN)/python -m pytest -m "slow or hypothesis" --timeout 1800 $(ARGS)

lint: $(VENV)/.test
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@PYTHONPATH=src $(BIN)/lint-imports --no-logo

format: $(VENV)/.test
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

wheel: dist/.built
	@ls -1 dist

# The extension under the sanitizers of the compiler; ARGS=address or ARGS=thread runs one of the two.
sanitize: $(VENV)/.test
	@$(PIP) install cmake ninja nanobind
	@sh tools/sanitize.sh $(abspath $(BIN))/python $(ARGS)

fuzz: $(VENV)/.test
	@$(BIN)/python tools/fuzz.py $(ARGS)

# Takes up to two hours; a run goes on where it was stopped, ARGS="--seed 1" begins another one.
torture: $(VENV)/.test
	@$(BIN)/python tools/torture.py $(ARGS)

bench: $(VENV)/.bench
	$(BIN)/python benchmarks/speed.py $(ARGS)

# DATA=folder names another data folder; a run goes on where it was stopped.
PAPER = $(BIN)/python -m paper $(if $(DATA),--data $(DATA)) $(ARGS)

paper: $(VENV)/.paper
	@$(PAPER) full

paper-small: $(VENV)/.paper
	@mkdir -p build/paper-small
	@$(PAPER) small --rows build/paper-small/results.parquet --out build/paper-small

paper-all: $(VENV)/.paper
	@$(PAPER) all

paper-page: $(VENV)/.paper
	@$(PAPER) page

# The site from docs/ and the docstrings into site/; what mkdocs warns of is an error.
docs: $(VENV)/.docs
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet
	@$(BIN)/python tools/check_site.py site

# All of a release that can be seen on one machine, offline once the packages are there.
release-check: $(VENV)/.release
	@$(BIN)/python tools/release_check.py $(ARGS)

clean:
	rm -rf $(VENV) dist build site .mypy_cache .pytest_cache .ruff_cache .import_linter_cache

check:
	@PYTHON="$(PYTHON)" sh tools/check_machine.sh

$(VENV)/.made: | check
	@echo "making $(VENV)"
	@$(PYTHON) -m venv --clear $(VENV)
	@$(PIP) install build || { echo "No package index answered: see the message of pip above;" \
	  "PIP_INDEX_URL names another index." >&2; exit 1; }
	@touch $@

# Changes only when a source file is added or removed: a newer date alone would not show a removal.
$(VENV)/.sources: FORCE $(VENV)/.made
	@echo "$(SOURCES)" | cmp -s - $@ || echo "$(SOURCES)" > $@

# The wheel comes out of the sdist, so both are known to work.
dist/.built: $(VENV)/.sources $(SOURCES) | check
	@echo "building the sdist and the wheel (about a minute)"
	@rm -rf dist
	@$(BIN)/python -m build --outdir dist > $(VENV)/build.log 2>&1 || { cat $(VENV)/build.log; exit 1; }
	@touch $@

$(VENV)/.installed: dist/.built
	@$(PIP) install --force-reinstall --no-deps $(WHEEL)
	@$(PIP) install $(WHEEL)
	@touch $@

$(VENV)/.test: $(VENV)/.installed
	@echo "installing what the tests need"
	@$(PIP) install "$(WHEEL)[test]"
	@touch $@

$(VENV)/.report: $(VENV)/.installed
	@$(PIP) install "$(WHEEL)[report,serve]"
	@touch $@

$(VENV)/.paper: $(VENV)/.installed
	@$(PIP) install "$(WHEEL)[paper]"
	@touch $@

$(VENV)/.bench: $(VENV)/.installed
	@$(PIP) install "$(WHEEL)[bench]"
	@touch $@

$(VENV)/.docs: $(VENV)/.made pyproject.toml
	@$(PIP) install "mkdocs-material>=9.7" "mkdocstrings[python]>=1.0"
	@touch $@

$(VENV)/.release: $(VENV)/.installed
	@$(PIP) install build twine pyyaml
	@touch $@
