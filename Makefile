# Everything there is to run. `make help` lists it.
SWIFT ?= swift
RELEASE = .build/release
PREFIX ?= $(HOME)/.local
SOURCES = Package.swift $(shell find Sources Tests examples -name '*.swift')
PACKAGES = libreadline-dev libsqlite3-dev libcurl4-openssl-dev
# What the typed clients are checked with, what the clients of examples/clients are written in, and an editor.
TOOLS = fish zsh mypy node-typescript golang-go lua5.4 lua-socket tcl jq netcat-openbsd neovim python3-venv
# The same from PyPI.
MODULES = mcp==2.3.0 prometheus_client==0.26.0 junitparser==5.0.3 tap.py==3.2.1 PyYAML==6.0.4 more-itertools==11.2.1

.DEFAULT_GOAL := help
.PHONY: examples help setup tools build demo picture repl test conformance check sanitize lint fmt update-expect bench bench-quick growth clean install uninstall deb packaged trial differential fuzz extremes hostile corpora simulate faults reliability kills leaks soak

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## install what building needs and is missing (Debian packages), and check the toolchain
	@sh .ci/setup $(PACKAGES)

tools: setup # what tests start and is no part of the product (Debian packages, and .build/tools from PyPI)
	@sh .ci/setup $(TOOLS)
	@sh .ci/python .build/tools $(MODULES)

build: setup ## build the daemon and its client (release)
	@$(SWIFT) build -c release --product combined
	@$(SWIFT) build -c release --product combinectl
	@$(SWIFT) build -c release --target Stores

demo: build ## paste a sign-up form, watch it live from a second client, restart the daemon; ends by itself
	@sh examples/signup/demo.sh $(RELEASE)

picture: build ## record the picture of the README anew, in two terminals of tmux
	@sh .ci/setup tmux
	@python3 -B examples/picture/record.py $(RELEASE)

repl: build ## open the REPL on the sign-up form of the demo
	@sh examples/signup/repl.sh $(RELEASE)

test: tools ## run all tests, the examples that test themselves, and the conformance kits
	@$(SWIFT) build --build-tests
	@$(SWIFT) test --skip-build
	@$(EXAMPLES)
	@$(CONFORMANCE)

# Files of Swift with expectations, each against a daemon of its own, on virtual time.
EXAMPLES = .build/debug/combinectl test examples/*/*.test

examples: setup ## run the examples that test themselves (combinectl test)
	@$(SWIFT) build --product combined
	@$(SWIFT) build --product combinectl
	@$(EXAMPLES)

# Both kits against the daemon of a debug build. Clients whose language this machine does not have are named and left out.
CONFORMANCE = if command -v python3 >/dev/null; then \
	  python3 -B Protocol/conformance/run.py servers --daemon .build/debug/combined && \
	  python3 -B Protocol/conformance/run.py clients --daemon .build/debug/combined; \
	else echo "no python3: the conformance kits were not run"; fi

conformance: tools ## run the protocol's two kits: against the daemon, and every client of examples/clients
	@$(SWIFT) build --product combined
	@$(SWIFT) build --product swift-watch
	@$(CONFORMANCE)

lint: setup ## check the formatting
	@$(SWIFT) format lint --strict --parallel $(SOURCES)

check: lint trial tools ## what must be green: lint, trial, no warnings, and all that test runs
	@$(SWIFT) build --build-tests -Xswiftc -warnings-as-errors
	@THOROUGH=1 $(SWIFT) test --skip-build -Xswiftc -warnings-as-errors
	@$(EXAMPLES)
	@$(CONFORMANCE)

sanitize: setup ## run the tests of Combine under the thread sanitizer
	@LIBRARY_ONLY=1 $(SWIFT) build --build-tests --sanitize=thread --scratch-path .build/thread
	@LIBRARY_ONLY=1 $(SWIFT) test --skip-build --sanitize=thread --scratch-path .build/thread --filter '^CombineTests\.'

fmt: ## format the sources in place
	@$(SWIFT) format --in-place --parallel $(SOURCES)

differential: setup ## compare the language with swiftc: all programs, and random ones; COUNT=20, SEED=1
	@$(SWIFT) build --product interpret
	@sh Tests/LanguageTests/Tools/differential.sh $(or $(COUNT),20) $(or $(SEED),1)

corpora: setup ## run the programs of a folder of strangers' code in swiftc and in the interpreter; FOLDER=…, ONLY="words of paths", APPS=1 for whole apps
	@$(SWIFT) build --product interpret
	@python3 -B Tests/LanguageTests/Tools/corpora.py $(if $(APPS),--apps) $(FOLDER) $(ONLY)

simulate: setup ## daemon and clients on random schedules, with kills, full disks, pauses and clocks that jump; SEED=1, COUNT=100
	@$(SWIFT) build --build-tests
	@SEED=$(or $(SEED),1) COUNT=$(or $(COUNT),100) SWIFT_DETERMINISTIC_HASHING=1 $(SWIFT) test --skip-build --filter SimulationTests

faults: setup ## a daemon on whose disk the n-th write, sync, open, rename … is refused or its last, for n until none is; STEP=1
	@$(SWIFT) build --build-tests
	@STEP=$(or $(STEP),1) THOROUGH=1 $(SWIFT) test --skip-build --filter 'DiskFaultTests|FaultTests|CrashTests'

reliability: build ## faults, 200 seeds of the simulation, leaks and a minute of each fuzzer
	@$(SWIFT) build --build-tests
	@$(GUIDED)
	@SWIFT=$(SWIFT) sh Tests/reliability.sh $(RELEASE)

kills: setup ## kill a daemon that holds everything the language can name, again and again; ROUNDS=200, SEED=1
	@$(SWIFT) build --build-tests
	@SEED=$(or $(SEED),1) ROUNDS=$(or $(ROUNDS),200) $(SWIFT) test --skip-build --filter KilledProgramTests

hostile: build ## whether one program holds the others: every hostile one, with clients that read and write meanwhile; PART=name
	@$(SWIFT) build --product interpret
	@python3 -B Tests/Bench/hostile.py $(RELEASE) .build/debug/interpret $(PART)

leaks: build ## what each method of the protocol keeps, with exact figures; ROUNDS=300
	@python3 -B Tests/Leaks/leaks.py $(RELEASE) $(or $(ROUNDS),300)

soak: build ## everything at once for long: memory, descriptors, threads and journal stay as they are; DURATION=30 (minutes)
	@python3 -B Tests/Leaks/soak.py $(RELEASE) $(or $(DURATION),30)

fuzz: setup ## inputs that nobody would write, by what they reach, then texts by chance; SECONDS=60 each, SUBJECT=json, SEED=n
	@$(SWIFT) build --product interpret
	@$(GUIDED)
	@$(FUZZ)

# libFuzzer is the program there, so that it is built apart.
GUIDED = $(SWIFT) build --sanitize=fuzzer -Xswiftc -DGUIDED --scratch-path .build/fuzz --product fuzz
FUZZ = sh Tests/Fuzz/run.sh .build/fuzz/debug/fuzz $(or $(SECONDS),60) $(or $(SEED),0) $(SUBJECT)

extremes: setup ## call the whole library with extreme operands, run programs that are out to kill; COUNT=3, SEED=1
	@$(SWIFT) build --product interpret
	@.build/debug/interpret --extremes $(or $(COUNT),3) $(or $(SEED),1)
	@.build/debug/interpret --hostile

update-expect: setup ## rewrite what the tests expect; read the diff before you commit it
	@UPDATE_EXPECT=1 $(SWIFT) test || true
	@git diff --stat
	@git status --short

bench: build ## measure; Tests/Bench/README.md says what the figures mean
	@$(SWIFT) run -c release CombineBench
	@$(SWIFT) run -c release LanguageBench
	@$(SWIFT) run -c release StoresBench
	@$(SWIFT) run -c release CountsBench
	@if command -v valgrind >/dev/null; then python3 -B Tests/Bench/change.py $(RELEASE); fi
	@python3 -B Tests/Bench/tasks.py $(RELEASE)
	@python3 -B Tests/Bench/redefinition.py $(RELEASE)
	@python3 -B Tests/Bench/prompt.py $(RELEASE)
	@python3 -B Tests/Bench/firsttexts.py $(RELEASE)
	@python3 -B Tests/Bench/lists.py $(RELEASE)
	@python3 -B Tests/Bench/manystores.py $(RELEASE)
	@python3 -B Tests/Bench/lsp.py $(RELEASE)
	@python3 -B Tests/Bench/lookingback.py $(RELEASE)
	@sh Tests/Bench/run.sh $(RELEASE)
	@sh Tests/Bench/watching.sh $(RELEASE)

growth: build ## draw how costs grow with the world, into Tests/Bench/growth; FIGURE="stores chain", QUICK=1 without the largest
	@sh .ci/python .build/tools $(MODULES) matplotlib==3.11.2
	@python=.build/tools/bin/python3; [ -x $$python ] || python=python3; \
	  $$python -B Tests/Bench/growth.py $(if $(QUICK),--quick) $(RELEASE) $(FIGURE)

# Some rows of the same programs, of fewer rounds.
bench-quick: build ## measure what matters most, in two minutes once all is built
	@$(SWIFT) build -c release --product CombineBench
	@$(SWIFT) build -c release --product LanguageBench
	@$(RELEASE)/CombineBench sink
	@$(RELEASE)/LanguageBench map
	@python3 -B Tests/Bench/firsttexts.py $(RELEASE) 3
	@python3 -B Tests/Bench/redefinition.py $(RELEASE)
	@python3 -B Tests/Bench/lists.py $(RELEASE) 50 10000
	@python3 -B Tests/Bench/prompt.py $(RELEASE) 20 50
	@python3 -B Tests/Bench/testing.py $(RELEASE) 1
	@MESSAGES=20000 sh Tests/Bench/run.sh $(RELEASE) 1 100

# As root there is often no toolchain on the path; then what was built is installed.
BUILT := $(if $(shell command -v $(SWIFT)),build)

install: $(BUILT) ## put the programs, their libraries, completions, manual and systemd units below DESTDIR and PREFIX=~/.local
	@$(if $(BUILT),sh .ci/setup patchelf)
	@DESTDIR=$(DESTDIR) PREFIX=$(PREFIX) sh Sources/Packaging/install.sh $(RELEASE)
	@echo "installed below $(DESTDIR)$(PREFIX)"

uninstall: ## take away what install has put there; what the daemon keeps stays
	@DESTDIR=$(DESTDIR) PREFIX=$(PREFIX) sh Sources/Packaging/uninstall.sh

deb: build ## make a Debian package of them, in .build
	@sh .ci/setup patchelf dpkg-dev binutils
	@sh Sources/Packaging/deb.sh $(RELEASE) .build

packaged: build ## make that package, install, use and remove it in a clean Debian, then do so with install (as root)
	@sh .ci/setup patchelf dpkg-dev binutils debootstrap lintian
	@sh Sources/Packaging/check.sh $(RELEASE)

trial: ## build the library alone, as a dependency of another package
	@SWIFT=$(SWIFT) sh Tests/Package/run.sh

clean: ## remove everything that was built
	@rm -rf .build
