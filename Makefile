.DEFAULT_GOAL := help
.PHONY: help run test test-long test-vm fuzz check bench stress bench-sandbox bench-start bench-tests bench-cluster ladders plots dist clean judge cluster

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1	/p' $(MAKEFILE_LIST) | expand -t 18

run: judge ## judge all programs of all problems on all tests
	@judge/judge run --allow-skips

# make check vets, so that the tests need not.
test: ## run the quick tests, in about two minutes; tests that need a missing compiler are skipped
	go test -short -vet=off -parallel 4 -timeout 30m $(TESTFLAGS) ./...

test-long: ## run all tests, including those that make test leaves out
	go test -vet=off -timeout 1h $(TESTFLAGS) ./...

test-vm: ## run the sandbox's tests with cgroup version 2, in a virtual machine; needs QEMU and a kernel, and says how to get them
	@judge/execute/sandbox/testdata/vm/run.sh $(VMFLAGS)

fuzz: ## run each fuzz target for FUZZTIME (10s); FUZZ=PATTERN selects targets, such as judge/read/score or :FuzzRead
	@.ci/fuzz "$(or $(FUZZTIME),10s)" "$(or $(FUZZ),.)"

check: ## check formatting, line lengths, go vet, staticcheck and go.mod
	@test -z "$$(gofmt -l .)" || { echo "gofmt differs:"; gofmt -l .; exit 1; }
	go run .ci/columns.go
	go vet ./... ./.ci/dist
	GOOS=darwin go vet ./judge/...
	go tool staticcheck ./... ./.ci/dist
	go mod tidy -diff

bench: judge ## measure all solutions, write a record to bench/ and compare it with the newest one
	@mkdir -p bench
	@judge/judge bench --out bench/$$(date -u +%Y-%m-%dT%H%M%SZ)-$$(git rev-parse --short=12 "HEAD^{commit}").txt

stress: ## time the search for small inputs on which the wrong programs fail (some minutes); TABLE=greedy selects programs
	go test ./judge/author/stress -run Table -table "$(or $(TABLE),/)" -timeout 30m -v

bench-sandbox: ## compare the cost of a run at each isolation level with a bare start of a program
	go test -run '^$$' -bench Run -benchtime 200x ./judge/execute/sandbox/contain

bench-start: ## measure the time from the command's start to the first test; BASE=COMMIT measures that commit in turns
	@$(call bench-against,Start,20x)

bench-tests: ## compare the cost of a test with a bare loop that starts the same program; BASE=COMMIT as for bench-start
	@$(call bench-against,Tests,9x)

# Runs a benchmark of the judge, in turns with the judge of commit BASE if it is set.
define bench-against
base=; if [ -n "$(BASE)" ]; then dir=$$(mktemp -d); trap 'git worktree remove --force $$dir/tree; rm -r $$dir' EXIT; \
	git worktree add --quiet --detach $$dir/tree "$(BASE)" && (cd $$dir/tree && go build -o judge/judge ./judge) || exit; \
	base="-base $$dir/tree/judge/judge"; fi; \
go test -run '^$$' -bench '^Benchmark$(1)$$' -benchtime $(2) -timeout 30m ./judge $${base:+-args $$base}
endef

bench-cluster: ## compare a cluster of two one-core workers with a single process (some minutes)
	go test -run '^$$' -bench . -benchtime 3x -timeout 1h -v ./judge/cluster

# The records that bench/README.md's charts are drawn from.
ladder  := hdu5046 poj3074 poj3076 spojnqueen
grown   := spojnqueen
records := $(ladder:%=bench/charts/%.txt)

ladders: judge ## record the ladders of bench/README.md and draw them, in about 15 minutes on an idle machine; after Ctrl-C, the same command continues
	@GROWN="$(grown)" LADDERS="$(LADDERS)" .ci/ladders $(ladder)

FORMAT ?= svg
plots: $(records) judge ## draw the charts of bench/README.md and write its tables from their records, making missing ones; FORMAT=png for PNG files
	@for name in $(ladder); do \
		judge/judge compare $$name --record bench/charts/$$name.txt --plot bench/charts/$$name-ladder.$(FORMAT) >/dev/null || exit; done
	@for name in $(grown); do \
		judge/judge compare $$name --record bench/charts/$$name.txt --growth bench/charts/$$name-growth.$(FORMAT) >/dev/null || exit; done
	@go test -vet=off ./judge -run TestLadders -update

$(records): | judge
	@mkdir -p $(@D)
	@judge/judge compare $(basename $(@F)) --count 20 --out $@ --plot $(basename $@)-ladder.svg $(if $(filter $(basename $(@F)),$(grown)),--growth $(basename $@)-growth.svg)

dist: ## make the files of a release in dist/, for Linux and macOS; needs Go and git, and a clone without changes; ONLY=linux/amd64 selects a platform
	@rm -rf dist
	@go run ./.ci/dist -to dist -only "$(ONLY)"
	@cat dist/SHA256SUMS

clean: ## remove the built commands, and dist/
	rm -f judge/judge judge/cluster/cluster cluster
	rm -rf dist .dist-*

# The programs are built in their own folders, because the top folder already has a folder judge.
judge: ## build the command as judge/judge; needs Go 1.26 or later, and the network for the first build
	@command -v go >/dev/null || { echo "the judge is built with Go 1.26 or later: https://go.dev/dl/" >&2; exit 2; }
	@go build -C judge -o judge .

cluster: ## build the second command, for several machines, as judge/cluster/cluster
	@go build -C judge/cluster -o cluster .
