# Everything one does with this repository. `make` alone lists it.
#
# The tools live in .venv, which is made on first use. pip runs only when something it depends on has changed: the
# stamp .venv/NAME.stamp holds the checksum of pyproject.toml and this folder's path, so that a second run needs no
# network. On Windows, or without make: `pipx install rulewright`, then `rulewright play breakthrough`.

PYTHON ?= python3
BIN := .venv/bin
.DEFAULT_GOAL := help
.PHONY: help play test slow bench lint format clean

help: ## list what there is
	@echo "make ..."
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  \1|\2/p' Makefile | while IFS='|' read -r name what; do \
		printf '%-10s %s\n' "$$name" "$$what"; done

play: ## play Breakthrough at the terminal
	@$(call install,.,play)
	@$(BIN)/python -m rulewright play breakthrough

test: ## check everything: style, types, floors, tests
	@$(call install,.[dev],test play)
	$(BIN)/python -m ruff check .
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/python -m pytest -n auto --dist worksteal

slow: ## the tests that take minutes: mutants, thousands of games, packaging
	@$(call install,.[dev],test play)
	$(BIN)/python -m pytest -m slow

bench: ## measure against the limits, and beside other programs
	@$(call install,.[dev],test play)
	@($(call install,.[bench],bench)) || echo "Some of the other programs cannot be installed; they are left out." >&2
	@for file in bench/*.py; do echo "$$file"; $(BIN)/python "$$file" || exit 1; done

lint: ## check the rules of every bundled game
	@$(call install,.,play)
	@$(BIN)/python -m rulewright lint rulesets/*/

format: ## let ruff lay out the Python
	@$(call install,.[dev],test play)
	$(BIN)/python -m ruff check --fix .
	$(BIN)/python -m ruff format .

clean: ## remove .venv and everything that was built
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# $(call install,WHAT,NAMES): install WHAT into .venv, unless .venv/NAME.stamp says for the first of NAMES that it is
# there already; afterwards all of NAMES are.
define install
set -e; \
stamp="$$(cksum < pyproject.toml) $$PWD"; \
if test "$$(cat .venv/$(firstword $(2)).stamp 2> /dev/null)" != "$$stamp"; then \
	explain() { echo "$$1" >&2; exit 1; }; \
	command -v $(PYTHON) > /dev/null || explain "Rulewright needs Python 3.11 or newer; there is no $(PYTHON) here. If yours has another name: make $@ PYTHON=python3.12"; \
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || explain "Rulewright needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version 2>&1). If you have a newer one: make $@ PYTHON=python3.12"; \
	$(PYTHON) -c 'import venv, ensurepip' 2> /dev/null || explain "$(PYTHON) came without the modules venv and ensurepip. On Debian or Ubuntu: sudo apt install python3-venv"; \
	echo "Setting up .venv (once; needs the network) ..." >&2; \
	$(BIN)/python -c '' 2> /dev/null || $(PYTHON) -m venv --clear .venv || explain "The folder .venv could not be made."; \
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '$(1)' || explain "The installation did not succeed; what went wrong stands above. It needs the network this once."; \
	for name in $(2); do echo "$$stamp" > .venv/$$name.stamp; done; \
fi
endef
