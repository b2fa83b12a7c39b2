.DEFAULT_GOAL := help
.PHONY: help run test check bench bench-sandbox bench-solutions plots clean judge

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1	/p' $(MAKEFILE_LIST) | expand -t 18

run: judge ## judge every solution of every problem on all its tests
	@judge/judge run

test: ## run all tests (a C compiler widens them; without one, what needs it is skipped)
	go test -timeout 30m ./...

check: ## check formatting, go vet, staticcheck and go.mod
	@test -z "$$(gofmt -l .)" || { echo "gofmt differs:"; gofmt -l .; exit 1; }
	go vet ./...
	GOOS=darwin go vet ./judge/...
	go tool staticcheck ./...
	go mod tidy -diff

bench: judge ## measure all solutions, record in bench/ and compare with the newest record of this machine
	@mkdir -p bench
	@judge/judge bench --counts --out bench/$$(date -u +%Y-%m-%dT%H%M%SZ)-$$(git rev-parse --short=12 HEAD).txt

bench-sandbox: ## measure what each way of containing a program costs, beside a bare start
	go test -run '^$$' -bench Run -benchtime 200x ./judge/sandbox

bench-solutions: ## measure the solutions against each other; YARDSTICKS=DIR adds programs, LISTS=DIR inputs, FULL=1 more cases
	go run ./judge/track/ratios $(if $(YARDSTICKS),-yardsticks "$(YARDSTICKS)") $(if $(LISTS),-lists "$(LISTS)") $(if $(FULL),-full)

plots: bench/charts/spojnqueen.txt judge ## draw the charts of README.md from their record, which is made if it is not there
	@judge/judge compare spojnqueen --from $< --plot bench/charts/solved.svg --growth bench/charts/growth.svg

bench/charts/spojnqueen.txt: | judge
	@mkdir -p $(@D)
	@judge/judge compare spojnqueen --out $@ --growth bench/charts/growth.svg

clean: ## remove the built command
	rm -f judge/judge

# The command is built inside its own folder: the top level already has a folder of the name.
judge:
	@go build -C judge -o judge .
