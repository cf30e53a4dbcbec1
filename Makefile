# The commands of everyday work. `make test` is `cargo test`.

.PHONY: build test slow packages installed lint golden rules bench bench-baseline curves

build:
	cargo build --release

test:
	cargo test

# The plain engines on the published figures that take seconds, and whatever else is slow but the
# test of all pairs, which takes many minutes.
slow:
	cargo test --release --test golden --test engines --test commands -- --ignored \
		--skip every_pair_of_mistakes --skip installed::

# What is handed out: a wheel, a Debian package and the binary alone, which zig links so that it starts
# with glibc 2.17 and later. Needs `pip install maturin ziglang` and `cargo install cargo-deb`.
PROFILE ?= dist
packages:
	rm -rf artefacts/packages artefacts/man artefacts/completions
	mkdir -p artefacts/packages artefacts/completions
	printf '#!/bin/sh\nexec maturin zig cc -- -target %s-linux-gnu.2.17 "$$@"\n' $$(uname -m) > artefacts/zigcc
	chmod +x artefacts/zigcc
	maturin build --profile $(PROFILE) --out artefacts/packages -- -C linker=$(CURDIR)/artefacts/zigcc
	cp $${CARGO_TARGET_DIR:-target}/$(PROFILE:dev=debug)/plyjudge artefacts/packages/
	artefacts/packages/plyjudge man --out-dir artefacts/man
	artefacts/packages/plyjudge completions bash > artefacts/completions/plyjudge
	artefacts/packages/plyjudge completions zsh > artefacts/completions/_plyjudge
	artefacts/packages/plyjudge completions fish > artefacts/completions/plyjudge.fish
	cargo deb --no-build --compress-system --output artefacts/packages

# The packages installed, used and taken away again. PROFILE=dev packs what the README's first
# command builds, as maturin leaves out what the profile of tests makes.
installed: packages
	cargo test --test commands installed:: -- --ignored

lint:
	cargo fmt --check
	cargo clippy --all-targets -- -D warnings

# Writes expected files for cases in testdata that have none and says which others changed.
golden:
	cargo run --release -- test testdata --bless

# Writes the rules pages anew from the rules records.
rules:
	for game in $(notdir $(wildcard testdata/*)); do \
		cargo run -q --release -- rules $$game --markdown > docs/rules/$$game.md; \
	done

# Ratios of what people wait for, compared with benches/baseline.csv; fails where one is worse.
bench:
	cargo bench --bench ratios

# Writes them down, on a machine that does nothing else.
bench-baseline:
	cargo bench --bench ratios -- --slow --baseline

# Plots how cost grows.
curves:
	cargo bench --bench ratios -- --curves docs/growth.svg
