# `make` alone lists what there is. Everything here is a thin word for a swift or docker command.

# Options of the tool: make run ARGS="--port 9000"
ARGS ?=
# Two builds at once need a folder each: make test BUILD=.build-mine
BUILD ?= .build
# What `make sanitize` runs.
SANITIZERS ?= thread address
# What `make mutants` tries: MUTANTS=50 takes a sample, which SEED chooses; AREA=JOSE, FILE=Sources/… and ID=… narrow it.
# QUICK=1 runs only the quickest tests. LEAST is a percentage.
MUTANTS ?=
SEED ?= 1
AREA ?=
FILE ?=
ID ?=
QUICK ?=
LEAST ?= 0
# What `make fuzz` takes: seconds for each reader, requests for the sockets. A seed makes the inputs about the same each time.
FUZZ_SECONDS ?= 60
FUZZ_SEED ?=
# A debug build is made in a third of the time, tries a tenth of the small inputs, and allows 20 seconds for each.
FUZZ_CONFIGURATION ?= release
FUZZ_REQUESTS ?= 1000000
# How long `make soak` goes on.
SOAK_MINUTES ?= 10
DOCKER ?= docker
IMAGE ?= understudy
# Where `make install` puts things; DESTDIR stands before it, for whoever makes a package of it.
PREFIX ?= /usr/local
DESTDIR ?=

SWIFTPM := --scratch-path $(BUILD)
# The standard library goes into the binary, so that it runs (and starts faster) where there is no
# Swift. On Darwin it is part of the system.
STATIC := $(if $(filter Darwin,$(shell uname -s)),,--static-swift-stdlib)
# Two accesses to one value at once are an error that the tests look for; a server that is in use need not.
SPEED := -Xswiftc -enforce-exclusivity=unchecked
TOOL := $(BUILD)/release/understudy
FORMATTED := Sources Tests Package.swift

.PHONY: help run build npm release has-version sbom test-release test test-packages fixture-mutants test-clients test-providers test-docs pictures test-store test-schemas test-reports self-test sanitize mutants fuzz fuzz-readers fuzz-sockets soak lint format smoke largest-requests bench runtime-proof image image-from-source docs install uninstall package package-proof wheel test-wheel wheel-proof clean needs

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: build ## serve every provider at http://127.0.0.1:8400 (options: ARGS="--port 9000")
	@exec $(TOOL) serve $(ARGS)

# It keeps its names, for who looks at a crash or a profile. What is installed or packaged is stripped of them.
build: needs ## build the release tool: .build/release/understudy
	swift build $(SWIFTPM) -c release $(STATIC) $(SPEED) --product understudy

# Tests take a third of the time where the modules that read providers are optimized (Package.swift).
test docs fixture-mutants: export OPTIMIZED_TESTS = 1

# Some of the clients that are examined are shell scripts with curl.
test: needs ## run all tests
	@scripts/install-missing curl
	swift test $(SWIFTPM) --parallel

# With TOOL=… on the command line nothing is built.
test-clients: $(if $(filter file,$(origin TOOL)),build) ## run other people's clients, and the console in a browser, against the release tool (Debian, as root or with sudo)
	scripts/test-clients $(TOOL)

# With TOOL=… on the command line nothing is built.
test-providers: $(if $(filter file,$(origin TOOL)),build) ## run client libraries of PyPI against the bundled providers (ARGS="google github"; Debian, as root or with sudo)
	@scripts/install-missing --debian python3 python3-venv
	scripts/test-providers $(TOOL) $(ARGS)

# With TOOL=… on the command line nothing is built. UNDERSTUDY_RECORD=1 writes the generated pages anew.
test-docs: $(if $(filter file,$(origin TOOL)),build) ## run every command and program of README.md and docs/ (Debian, as root or with sudo)
	scripts/test-docs $(TOOL) $(ARGS)

# With TOOL=… on the command line nothing is built.
pictures: $(if $(filter file,$(origin TOOL)),build) ## take the pictures of README.md from the release tool, with Chromium (Debian, as root or with sudo)
	scripts/pictures $(TOOL)

fixture-mutants: needs ## break shipped fixtures in 2,000 ways: each is refused with its place, or means something else
	UNDERSTUDY_FIXTURE_MUTANTS=2000 UNDERSTUDY_SEED=$(SEED) swift test $(SWIFTPM) --filter FixtureMutantTests

# With TOOL=… on the command line nothing is built. ARGS="winners --codes 20000" runs one of the tests.
test-store: $(if $(filter file,$(origin TOOL)),build) ## test serve --store with real stores: kills, faults, three servers behind HAProxy (Debian, as root)
	@scripts/install-missing --debian python3 python3-yaml redis-server haproxy libsqlite3-0 faketime openssl iproute2
	scripts/test-store $(TOOL) $(ARGS)

test-schemas: ## have a validator of PyPI read the JSON Schemas of fixtures (Debian, as root or with sudo)
	scripts/test-schemas

test-reports: ## have other people's parsers, and Chromium, read the examiner's reports (Debian, as root or with sudo)
	scripts/test-reports $(ARGS)

# The matrix first; then what requirement, checks and mutants are to each other is compared with what is committed.
self-test: needs ## examine the examiner: each mutant of a right client fails its own check
	swift build $(SWIFTPM) -c release $(STATIC) $(SPEED) --product self-test
	$(BUILD)/release/self-test
	$(BUILD)/release/self-test --trace $(BUILD)/traceability.json
	diff fixtures/checks/traceability.json $(BUILD)/traceability.json || \
	  { echo "UNDERSTUDY_RECORD=1 swift test --filter TraceabilityTests writes it anew"; exit 1; }

# A sanitizer needs all that is linked built its own way, so each has a folder. What the address sanitizer calls leaks at
# the end is alive: Swift's enums hold it by pointers with tags, and XCTest keeps much. Leaks are the fuzzers' and the
# soak's to find. Behind Swift's backtracer a crash would hang.
sanitize: needs ## run all tests under each sanitizer (SANITIZERS="thread address" ARGS="--filter JSONTests")
	@scripts/install-missing curl
	for each in $(SANITIZERS); do \
	  ASAN_OPTIONS=detect_leaks=0 SWIFT_BACKTRACE=enable=no \
	    swift test --scratch-path $(BUILD)-$$each --sanitize=$$each $(ARGS) || exit; \
	done

mutants: needs ## try mutants of the sources against the tests (MUTANTS=50 SEED=1 AREA=JOSE FILE=Sources/JOSE ID=1a2b3c4d QUICK=1 LEAST=90)
	scripts/mutants $(BUILD)-mutants --seed $(SEED) --least $(LEAST) $(if $(MUTANTS),--sample $(MUTANTS)) \
	  $(addprefix --area ,$(AREA)) $(addprefix --file ,$(FILE)) $(addprefix --id ,$(ID)) $(if $(QUICK),--quick)

fuzz: fuzz-readers fuzz-sockets ## fuzz the readers (FUZZ_SECONDS=60 each, two at once) and the sockets (FUZZ_REQUESTS=1000000)

# The internals that are fuzzed are reached by -enable-testing.
fuzz-readers: needs
	UNDERSTUDY_FUZZ=1 swift build --scratch-path $(BUILD)-fuzz -c $(FUZZ_CONFIGURATION) --product fuzz -Xswiftc -enable-testing \
	  --sanitize=fuzzer --sanitize=address -Xswiftc -sanitize=fuzzer
	FUZZ_SEED=$(FUZZ_SEED) scripts/fuzz $(BUILD)-fuzz/$(FUZZ_CONFIGURATION)/fuzz $(FUZZ_SECONDS) $(ARGS)

fuzz-sockets: needs
	scripts/install-missing python3
	swift build --scratch-path $(BUILD)-address -c release --sanitize=address --product understudy
	nice -n 10 scripts/fuzz-sockets $(BUILD)-address/release/understudy $(FUZZ_REQUESTS) --growth 300 $(ARGS)

# With TOOL=… on the command line nothing is built.
soak: $(if $(filter file,$(origin TOOL)),build) ## do what users do, and see that memory stays (SOAK_MINUTES=10; Linux)
	@scripts/install-missing python3
	scripts/soak $(TOOL) $(SOAK_MINUTES) $(ARGS)

lint: ## check the format of the Swift code, and that each import is declared in Package.swift
	swift format lint --strict --parallel --recursive $(FORMATTED)
	@scripts/install-missing python3
	scripts/check-imports $(BUILD)

format: ## mend the format of the Swift code
	swift format --in-place --parallel --recursive $(FORMATTED)

# Nothing is built where there is a tool already, so that `sudo make install` needs no Swift.
install: $(if $(wildcard $(TOOL)),,build) ## install the tool, its manual page and completions (PREFIX=/usr/local, DESTDIR)
	@DESTDIR=$(DESTDIR) scripts/install $(TOOL) $(PREFIX)

uninstall: ## remove what `make install` has installed (PREFIX=/usr/local, DESTDIR)
	@DESTDIR=$(DESTDIR) scripts/install --remove $(PREFIX)

# With TOOL=… on the command line nothing is built.
package: $(if $(filter file,$(origin TOOL)),build) ## make a Debian package and a tarball: .build/packages (Linux)
	scripts/package $(TOOL) $(BUILD)/packages

# Everything that a release publishes. With TOOL=… on the command line nothing is built.
release: has-version $(if $(filter file,$(origin TOOL)),build) ## make every file of a release: .build/releases/VERSION (VERSION=1.2.3; Debian)
	@BUILD=$(BUILD) scripts/release $(TOOL) "$(VERSION)" $(BUILD)/releases/$(VERSION)

has-version:
	@[ -n "$(VERSION)" ] || { echo "release: expected a version, such as make release VERSION=1.2.3, found none" >&2; exit 2; }

# With TOOL=… on the command line nothing is built.
sbom: $(if $(filter file,$(origin TOOL)),build) ## write the software bill of materials: .build/packages/*.spdx.json (Debian)
	@scripts/package $(TOOL) $(BUILD)/packages >/dev/null
	@made=$$(ls -t $(BUILD)/packages/understudy-*-linux-*.tar.gz | head -n 1) && \
	  SOURCE_DATE_EPOCH=$${SOURCE_DATE_EPOCH:-$$(git log -1 --format=%ct)} BUILD=$(BUILD) scripts/sbom $(TOOL) $$made >$${made%.tar.gz}.spdx.json && \
	  echo $${made%.tar.gz}.spdx.json

# With TOOL=… on the command line nothing is built.
test-release: $(if $(filter file,$(origin TOOL)),build) ## make a release twice, compare the bytes, and have others read it (Debian, as root or with sudo)
	BUILD=$(BUILD) scripts/test-release $(TOOL)

# With TOOL=… on the command line nothing is built.
npm: $(if $(filter file,$(origin TOOL)),build) ## make a package for npm, with the tool inside: .build/packages (Debian)
	scripts/npm $(TOOL) $(BUILD)/packages

# With TOOL=… on the command line nothing is built.
test-packages: $(if $(filter file,$(origin TOOL)),build) ## test the packages of clients/ (ARGS="javascript go java"; Debian, as root or with sudo)
	scripts/test-client-packages $(TOOL) $(ARGS)

# With TOOL=… on the command line nothing is built.
wheel: $(if $(filter file,$(origin TOOL)),build) ## make a Python wheel, with the libraries in it: .build/wheels (Linux, macOS; needs PyPI)
	@BUILD=$(BUILD) scripts/wheel $(TOOL) $(BUILD)/wheels

test-wheel: $(if $(filter file,$(origin TOOL)),build) ## build the wheel, install it in a new environment, and test it there
	BUILD=$(BUILD) scripts/test-wheel $(TOOL)

wheel-proof: wheel ## install the wheel in a bare Debian root, without its libraries, and try it there (as root)
	docker/prove-wheel $(BUILD)/wheels

package-proof: package ## install both in bare Debian roots and try them there (as root)
	docker/prove-package $(BUILD)/packages

docs: needs ## build the reference of the Swift libraries with DocC: .build/docs
	scripts/docs $(BUILD) $(BUILD)/docs

# With TOOL=… on the command line nothing is built.
smoke: $(if $(filter file,$(origin TOOL)),build) ## start and stop the release tool from outside; size, first byte, memory (Linux)
	scripts/smoke $(TOOL)

# With TOOL=… on the command line nothing is built.
largest-requests: $(if $(filter file,$(origin TOOL)),build) ## send the largest requests that are allowed to each endpoint; each has 50 ms
	scripts/install-missing python3
	scripts/largest-requests $(TOOL) $(ARGS)

bench: build ## requests a second beside a bare C server, CPU, first byte, memory (Linux; ARGS="--only RS256")
	swift build $(SWIFTPM) -c release $(STATIC) $(SPEED) --product signing-rate
	scripts/bench $(TOOL) --signing $(BUILD)/release/signing-rate --json $(BUILD)/bench.json $(ARGS)

# With TOOL=… on the command line nothing is built.
runtime-proof: $(if $(filter file,$(origin TOOL)),build) ## run the image in a bare Debian root, without an engine (as root)
	docker/prove-runtime $(TOOL)

# With TOOL=… on the command line nothing is built but the image, and that takes seconds.
image: $(if $(filter file,$(origin TOOL)),build) ## build the container image "understudy" from the tool (Debian; needs docker, or DOCKER=podman)
	scripts/package $(TOOL) $(BUILD)/packages
	rm -rf $(BUILD)/image
	scripts/image-context "$$(ls -t $(BUILD)/packages/understudy-*-linux-*.tar.gz | head -n 1)" $(BUILD)/image
	$(DOCKER) build --tag $(IMAGE) $(BUILD)/image

image-from-source: ## build the container image "understudy" with the compiler in a container (any system; needs docker)
	$(DOCKER) build --file docker/Dockerfile --target source --tag $(IMAGE) .

clean: ## remove what was built
	swift package $(SWIFTPM) clean

# Installs libmicrohttpd, GnuTLS and pkg-config where they are missing.
needs:
	@scripts/install-missing
