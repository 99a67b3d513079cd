# Each target is one line that calls a short script in scripts/; `make` alone lists them.
export DATA ?= ./data
export LISTEN ?= 127.0.0.1:8080

.DEFAULT_GOAL := help
.PHONY: help run demo test dev check web generate audit release bench prove clean

help: ## list what there is
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 18

run: ## build what changed and serve on http://127.0.0.1:8080 with ./data (LISTEN=, DATA=)
	@scripts/run

demo: ## the same, with an organisation to look around in
	@scripts/run --demo

test: ## everything that must hold: format, lints, Rust, web, generated files, journeys in a browser
	@scripts/test

dev: ## serve and rebuild at every change; the web app reloads on http://127.0.0.1:5173
	@scripts/dev

check: ## the fast gate, for before a commit
	@scripts/check

web: ## the web app alone, into web/dist
	@scripts/packages web
	@scripts/build-web

generate: ## write docs/reference/ and the web app's types from the server
	@scripts/generate

audit: ## ask the databases of known weaknesses about every dependency (needs the network)
	@scripts/dependencies --advisories

release: ## the static program with the web app inside, checksums and what it is made of: target/dist
	@scripts/release

bench: ## measure the release build against its goals and its last figures (ROW=part of a name, KEEP=1)
	@scripts/program
	@scripts/bench

prove: ## the long proofs: access, readers, kills, 32 people at work, S3, fuzzing (inputs and requests) (hours; PART=, PROVE_SEED=)
	@scripts/prove

clean: ## remove what was built (./data stays)
	cargo clean
	rm -rf web/dist web/node_modules web/codegen/node_modules e2e/node_modules e2e/test-results e2e/playwright-report
