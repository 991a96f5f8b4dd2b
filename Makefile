# Everything that players and contributors run. `make` alone lists the targets.
# Needs Python 3.11 or newer, make and git; all the rest goes into .venv.

BIN := .venv/bin
STAMP := .venv/.installed
DEV_STAMP := .venv/.installed-for-contributors
UV_VERSION := 0.13.7
UV = build/uv-$(UV_VERSION)/bin/uv --quiet pip
PIP_FLAGS := -qq --disable-pip-version-check --no-input

CI_ON := $(filter true 1,$(CI))
PYTEST_FLAGS := -n auto --dist worksteal $(if $(CI_ON),-q --color=no)
TESTS ?= tests
# Tests start many programs: they need not read the same sources each time.
export PYTHONDONTWRITEBYTECODE :=
ifneq ($(CI_ON),)
export NO_COLOR := 1
endif

# The Python to build .venv with: PYTHON=... or the first of these that will do.
PYTHONS = $(if $(PYTHON),'$(PYTHON)',python3.13 python3.12 python3.11 python3)
NEW_ENOUGH = import sys; sys.exit(sys.version_info < (3, 11))
WITH_VENV = import ensurepip, venv; $(NEW_ENOUGH)
first_python = $(shell for p in $(PYTHONS); do \
	"$$p" -c '$(1)' >/dev/null 2>&1 && { echo "$$p"; break; }; done)
python = $(or $(call first_python,$(WITH_VENV)),$(error $(if $(call first_python,$(NEW_ENOUGH)),$(NO_VENV),$(NO_PYTHON))))
NO_PYTHON = Fogline needs Python 3.11 or newer, and there is none as $(PYTHONS). Name yours with: make PYTHON=/path/to/python3
NO_VENV = $(call first_python,$(NEW_ENOUGH)) has no venv module, which Fogline needs. On Debian: apt install python3-venv

# Only a finished .venv of this very folder, with a Python that still runs, is kept.
KEPT := $(shell [ "$$(cat $(STAMP) 2>/dev/null)" = "$$(pwd -P)" ] \
	&& $(BIN)/python -c 'import pip' 2>/dev/null && echo yes)

# What an editable install builds with; hatchling asks for editables only then.
BUILD_REQUIRES = import tomllib; project = tomllib.load(open("pyproject.toml", "rb")); \
	print(*project["build-system"]["requires"], "editables", sep="\n")

# requirements/play.txt and serve.txt are the parts of requirements/dev.txt that players and the
# image of the server need, to spare them the rest.
compile = $(<D)/bin/python -c '$(BUILD_REQUIRES)' \
	| $(<D)/bin/uv pip compile --quiet --universal --generate-hashes --python-version 3.11 \
		--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" \
		--output-file requirements/$(1).txt $(2) $(ARGS) pyproject.toml -

# The browser client is built with Node: the machine's own if it is new enough, else that of .venv.
NODE_NEW_ENOUGH = const [major, minor] = process.versions.node.split(".").map(Number); \
	process.exit(major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19) ? 0 : 1)
OWN_NODE := $(shell command -v npm >/dev/null && node -e '$(NODE_NEW_ENOUGH)' >/dev/null 2>&1 && echo yes)
NPM = $(if $(OWN_NODE),,env PATH="$(abspath $(BIN)):$$PATH") npm --prefix web
CLIENT := src/fogline/server/static/index.html
CLIENT_TOOLS := web/node_modules/.installed
DESCRIBE = mkdir -p build && $(BIN)/python web/tools/describe.py > build/server.json
CLIENT_SOURCES = $(wildcard web/*.html web/*.ts web/*.js) \
	$(shell find web/src web/public -type f ! -name '*.test.ts')

# The tests play in the machine's own Chromium; where there is none, root may fetch Debian's.
CHROMIUM = command -v chromium-headless-shell || command -v chromium || command -v chromium-browser || command -v google-chrome
INSTALL = DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends

.PHONY: help play tty web wheel docs pictures types browser test quick soak coverage mutants lowest check lock bench ladder golden clean FORCE

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' Makefile

play: $(STAMP) $(CLIENT) ## play in the browser; ARGS="--port 8001" passes more to fogline play
	@$(BIN)/fogline play $(ARGS)

tty: $(STAMP) ## play in the terminal
	@$(BIN)/fogline tty $(ARGS)

web: $(CLIENT) ## build the browser client

wheel: $(STAMP) $(CLIENT) ## build dist/*.whl, with the client inside
	@$(BIN)/python -m pip wheel $(PIP_FLAGS) --no-deps --no-build-isolation --wheel-dir dist .
	@ls dist/*.whl

docs: $(DEV_STAMP) $(CLIENT_TOOLS) ## build the documentation into site/; ARGS=serve shows it while you write
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs $(if $(ARGS),$(ARGS),build --quiet) --strict

pictures: $(DEV_STAMP) $(CLIENT) browser ## take the pictures of the documentation anew (look at them before you commit)
	@PYTHONPATH=. $(BIN)/python docs/tools/pictures.py

types: $(DEV_STAMP) $(CLIENT_TOOLS) ## regenerate the client's types of the server, its inks and the numbers of its rulebook
	@$(DESCRIBE) && $(NPM) run --silent types
	@for tool in inks facts; do $(BIN)/python web/tools/$$tool.py || exit 1; done

browser:
	@{ $(CHROMIUM); } >/dev/null || [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null || { \
		echo "Installing Chromium …"; \
		{ apt-get -qq update && { $(INSTALL) chromium-headless-shell || $(INSTALL) chromium; }; } \
			>/dev/null 2>&1 || echo "There is no Chromium to be had: tests in the browser are skipped."; }

# Whoever asks for some tests gets them at once, without what is checked and built for all.
SOME := $(filter -k% tests/%,$(ARGS))
test: WITH_CLIENT_TESTS := yes # for check, too, which runs them beside its own
test: $(if $(SOME),$(DEV_STAMP) $(CLIENT),check $(CLIENT) browser) ## check, then run all tests; ARGS="-k ferries" runs some at once
ifeq ($(SOME),)
	@echo "Testing …"
	@$(BIN)/python -m pytest $(PYTEST_FLAGS) $(ARGS) $(TESTS)
else
	@$(BIN)/python -m pytest -n 0 --only-matching $(ARGS) $(if $(filter tests/%,$(ARGS)),,$(TESTS))
endif

quick: $(DEV_STAMP) ## what to run before each commit: lint, types, clauses and laws, in a minute
	@$(BIN)/ruff check --quiet . && $(BIN)/ruff format --check --quiet . && $(BIN)/mypy --no-error-summary
	@$(BIN)/python -m pytest $(PYTEST_FLAGS) -q $(ARGS) tests/clauses tests/laws

soak: $(DEV_STAMP) $(CLIENT) browser ## run all tests with many more random games: an hour or more
	@$(BIN)/python -m pytest $(PYTEST_FLAGS) --soak $(ARGS) $(TESTS)

# The tests that are about these packages; browsers and compiled kernels run no line of them more.
COVERING = $(addprefix tests/,boards clauses fixtures fuzz golden laws plugins server sim store versions)
coverage: $(DEV_STAMP) $(CLIENT) ## measure which lines and branches of the engine, saves, store and server are tested
	@rm -rf build/coverage && mkdir -p build/coverage
	@$(BIN)/coverage run -m pytest $(PYTEST_FLAGS) -q $(ARGS) $(COVERING)
	@$(BIN)/coverage combine -q && $(BIN)/coverage report && $(BIN)/coverage json -q
	@$(BIN)/python -m tests.coverage

# Not in .venv, because nothing else needs it; it uses what is there.
MUTMUT := build/mutmut-3.8.0
mutants: $(MUTMUT)/.installed ## change the rules in small ways, one at a time, and see whether clause tests fail
	@rm -rf mutants
	@$(MUTMUT)/bin/python -m mutmut run $(ARGS)
	@$(BIN)/python -m tests.mutants

# Not in .venv, which has the pinned versions.
LOWEST := build/lowest
lowest: $(CLIENT) build/uv-$(UV_VERSION)/.installed ## run all tests with the lowest versions that pyproject.toml allows
	@echo "Installing the lowest versions …"
	@'$(python)' -m venv --clear $(LOWEST)
	@$(UV) compile --resolution lowest-direct --all-extras -o $(LOWEST)/lowest.txt pyproject.toml >/dev/null
	@$(UV) install --python $(LOWEST)/bin/python -r $(LOWEST)/lowest.txt
	@$(UV) install --python $(LOWEST)/bin/python --constraint $(LOWEST)/lowest.txt --group dev hatchling editables
	@$(LOWEST)/bin/python -m pip install $(PIP_FLAGS) --no-deps --no-build-isolation -e .
	@$(LOWEST)/bin/python -m pytest $(PYTEST_FLAGS) $(ARGS) $(TESTS)

check: $(DEV_STAMP) $(CLIENT_TOOLS) ## lint, formatting, types and import contracts
	@echo "Checking …"; failed=0; said=$$(mktemp -d); \
	run() { \
		name=$$1; shift; names="$$names$$name|"; \
		{ "$$@" >"$$said/$$name" 2>&1 || touch "$$said/$$name failed"; } & \
	}; \
	run "mypy" $(BIN)/mypy; \
	run "ruff check" $(BIN)/ruff check .; \
	run "ruff format" $(BIN)/ruff format --check .; \
	run "lint-imports" $(BIN)/lint-imports; \
	run "biome" $(NPM) run --silent lint; \
	run "svelte-check" $(NPM) run --silent check; \
	run "client types" sh -c '$(DESCRIBE) && $(NPM) run --silent types -- --check'; \
	$(if $(WITH_CLIENT_TESTS),run "client tests" $(NPM) test --silent;) \
	wait; IFS='|'; \
	for name in $$names; do \
		if [ ! -e "$$said/$$name failed" ]; then echo "  ok      $$name"; \
		else failed=1; echo "  FAILED  $$name"; cat "$$said/$$name"; fi; \
	done; \
	rm -rf "$$said"; exit $$failed

golden: $(DEV_STAMP) ## make the golden files anew (read the diff before you commit it)
	@$(BIN)/python -m tests.golden.make $(ARGS)

bench: $(DEV_STAMP) ## measure the engine; benchmarks/*.py measure the rest
	@$(BIN)/python benchmarks/engine.py $(ARGS)

ladder: $(DEV_STAMP) ## rate the bots, and write docs/ladder.md; ARGS="--num 1000" plays more games
	@$(BIN)/python benchmarks/ladder.py $(ARGS)

lock: build/uv-$(UV_VERSION)/.installed ## pin the dependencies anew; ARGS=--upgrade moves to newer ones
	@echo "Resolving dependencies …"
	@$(call compile,dev,--group dev --all-extras)
	@$(call compile,play,--group client --constraint requirements/dev.txt)
	@$(call compile,serve,--extra postgres --extra push --constraint requirements/dev.txt)
	@! grep -nE '://|--index|--extra-index|--find-links' requirements/*.txt \
	|| { echo "requirements/ must not say where packages come from"; exit 1; }
	@echo "requirements/ is up to date."

clean: ## remove .venv, caches and built files
	@rm -rf .venv build dist site mutants web/node_modules src/fogline/server/static .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(CLIENT): $(CLIENT_TOOLS) $(CLIENT_SOURCES)
	@echo "Building the browser client …"
	@$(NPM) run --silent build

$(CLIENT_TOOLS): web/package.json web/package-lock.json $(if $(OWN_NODE),,| $(STAMP))
	@echo "Installing the client's tools …"
	@$(NPM) ci --no-audit --no-fund --loglevel=error >/dev/null
	@touch $@

$(STAMP): requirements/play.txt pyproject.toml $(if $(KEPT),,FORCE)
	@$(if $(KEPT),echo "Updating dependencies …",\
	echo "Making .venv with $(python) …" && '$(python)' -m venv --clear .venv && \
	echo "Installing dependencies (first time only, about half a minute) …")
	@rm -f $@
	@$(BIN)/python -m pip install $(PIP_FLAGS) --require-hashes -r requirements/play.txt
	@echo "Installing Fogline …"
	@$(BIN)/python -m pip install $(PIP_FLAGS) --no-deps --no-build-isolation -e .
	@pwd -P > $@

$(DEV_STAMP): requirements/dev.txt $(STAMP)
	@echo "Installing what contributors need (about a minute the first time) …"
	@$(BIN)/python -m pip install $(PIP_FLAGS) --require-hashes -r requirements/dev.txt
	@touch $@

$(MUTMUT)/.installed: $(DEV_STAMP)
	@echo "Installing mutmut …"
	@'$(python)' -m venv --clear $(@D)
	@$(@D)/bin/python -m pip install $(PIP_FLAGS) mutmut==$(lastword $(subst -, ,$(@D))) 'pytest<9'
	@cd $(@D)/lib/python3*/site-packages && $(abspath $(BIN))/python -c \
		'import sysconfig; print(sysconfig.get_path("purelib"))' > fogline-and-its-needs.pth
	@touch $@

build/uv-$(UV_VERSION)/.installed:
	@echo "Installing uv $(UV_VERSION) …"
	@'$(python)' -m venv --clear $(@D)
	@$(@D)/bin/python -m pip install $(PIP_FLAGS) uv==$(UV_VERSION)
	@touch $@
