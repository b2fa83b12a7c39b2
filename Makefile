.DEFAULT_GOAL := help
.PHONY: help run test check clean judge

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1	/p' $(MAKEFILE_LIST) | expand -t 12

run: judge ## judge every solution of every problem on all its tests
	@judge/judge run

test: ## run all tests (a C compiler widens them; without one, what needs it is skipped)
	go test ./...

check: ## check formatting, go vet, staticcheck and go.mod
	@test -z "$$(gofmt -l .)" || { echo "gofmt differs:"; gofmt -l .; exit 1; }
	go vet ./...
	GOOS=darwin go vet ./judge/...
	go tool staticcheck ./...
	go mod tidy -diff

clean: ## remove the built command
	rm -f judge/judge

# The command is built inside its own folder: the top level already has a folder of the name.
judge:
	@go build -C judge -o judge .
