# Every target does all of its own set-up; each needs only git, make and Python 3.11+ with venv.
PYTHON ?= python3
BIN := .venv/bin
INSTALL := $(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes
PROJECT := $(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation --editable .

# Without bytecode each process would compile what it imports; some machines switch it off for everybody.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup dev chat web test catalog semantic voice lock clean
.DEFAULT_GOAL := setup

setup: .venv/.run

dev: .venv/.dev

chat: .venv/.run
	@$(BIN)/multis chat

web: .venv/.run
	@$(BIN)/multis web --open

# `make test OPTIONS=…` gives pytest more options.
test: .venv/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest --numprocesses auto --dist loadfile --no-loadscope-reorder $(OPTIONS)

# Writes every sentence for users into indexer/locale/multis.pot, and new ones into the translations.
catalog: .venv/.dev
	$(BIN)/python -m tests.catalog
	$(BIN)/pytest -p no:xdist tests/catalog

semantic: .venv/.run
	$(INSTALL) --requirement requirements/semantic.txt
	$(BIN)/multis semantic install

voice: .venv/.run
	$(INSTALL) --requirement requirements/voice.txt
	$(BIN)/multis voice install --yes

.venv/.uv: requirements/build.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements/build.txt
	@touch $@

.venv/.run: .venv/.uv requirements/run.txt pyproject.toml hatch_build.py $(wildcard indexer/locale/*/LC_MESSAGES/*.po)
	$(INSTALL) --requirement requirements/run.txt
	$(PROJECT)
	@touch $@

.venv/.dev: .venv/.run requirements/dev.txt
	$(INSTALL) --compile-bytecode --requirement requirements/dev.txt
	@touch $@

# Rewrites the pinned requirements from the ranges in pyproject.toml; the files hold no registry address.
COMPILE := $(BIN)/uv pip compile --quiet --generate-hashes --universal --no-header --python-version 3.11
lock: .venv/.uv
	printf 'babel\neditables\nhatchling\nuv\n' | $(COMPILE) - --output-file requirements/build.txt
	$(COMPILE) pyproject.toml --output-file requirements/run.txt
	$(COMPILE) pyproject.toml --group dev --output-file requirements/dev.txt
	$(COMPILE) pyproject.toml --extra semantic --output-file requirements/semantic.txt
	$(COMPILE) pyproject.toml --extra voice --output-file requirements/voice.txt
	$(COMPILE) pyproject.toml --extra postgresql --extra replica --constraint requirements/dev.txt --output-file requirements/container.txt

clean:
	rm -rf .venv build dist
