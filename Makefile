# `make` alone lists what there is. Everything here is a thin word for a swift or docker command.

# Options of the tool: make run ARGS="--port 9000"
ARGS ?=
# Two builds at once need a folder each: make test BUILD=.build-mine
BUILD ?= .build
DOCKER ?= docker
IMAGE ?= understudy

SWIFTPM := --scratch-path $(BUILD)
# The standard library goes into the binary, so that it runs (and starts faster) where there is no
# Swift. On Darwin it is part of the system.
STATIC := $(if $(filter Darwin,$(shell uname -s)),,--static-swift-stdlib)
# Two accesses to one value at once are an error that the tests look for; a server that is in use need not.
SPEED := -Xswiftc -enforce-exclusivity=unchecked
TOOL := $(BUILD)/release/understudy
FORMATTED := Sources Tests bench Package.swift

.PHONY: help run build test test-clients lint format smoke bench runtime-proof image clean needs

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: build ## serve every provider at http://127.0.0.1:8400 (options: ARGS="--port 9000")
	@exec $(TOOL) serve $(ARGS)

build: needs ## build the release tool: .build/release/understudy
	swift build $(SWIFTPM) -c release $(STATIC) $(SPEED) --product understudy

test: needs ## run all tests
	swift test $(SWIFTPM) --parallel

# With TOOL=… on the command line nothing is built.
test-clients: $(if $(filter file,$(origin TOOL)),build) ## run other people's clients and a browser against the release tool (Debian, as root or with sudo)
	scripts/test-clients $(TOOL)

lint: ## check the format of the Swift code
	swift format lint --strict --parallel --recursive $(FORMATTED)

format: ## mend the format of the Swift code
	swift format --in-place --parallel --recursive $(FORMATTED)

smoke: build ## start and stop the release tool from outside; size, first byte, memory (Linux)
	scripts/smoke $(TOOL)

bench: build ## requests a second beside a bare C server, CPU, first byte, memory (Linux; ARGS="--only RS256")
	swift build $(SWIFTPM) -c release $(STATIC) $(SPEED) --product signing-rate
	scripts/bench $(TOOL) --signing $(BUILD)/release/signing-rate --json $(BUILD)/bench.json $(ARGS)

runtime-proof: build ## run the image's runtime stage in a bare Debian root, no engine (as root)
	docker/prove-runtime $(TOOL)

image: ## build the container image "understudy" (needs docker, or DOCKER=podman)
	$(DOCKER) build --file docker/Dockerfile --tag $(IMAGE) .

clean: ## remove what was built
	swift package $(SWIFTPM) clean

# Installs libmicrohttpd, GnuTLS and pkg-config where they are missing.
needs:
	@scripts/install-missing
