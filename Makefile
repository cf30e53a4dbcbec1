# The commands of everyday work. `make test` is `cargo test`.

.PHONY: build test slow lint golden rules bench

build:
	cargo build --release

test:
	cargo test

# The plain engines on the published figures that take seconds, and whatever else is slow but the
# test of all pairs, which takes many minutes.
slow:
	cargo test --release --test golden --test engines -- --ignored --skip every_pair_of_mistakes

lint:
	cargo fmt --check
	cargo clippy --all-targets -- -D warnings

# Writes expected files for cases in testdata that have none and says which others changed.
golden:
	cargo run --release -- test testdata --bless

# Writes the rules pages anew from the rules records.
rules:
	for game in checkers kalah ewn hexline; do \
		cargo run -q --release -- rules $$game --markdown > docs/rules/$$game.md; \
	done

bench:
	cargo bench
