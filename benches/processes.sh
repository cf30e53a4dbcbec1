#!/usr/bin/env bash
# Times whole processes on shipped files with hyperfine, from start to exit. `true` is what
# starting any process costs here. Build first: cargo build --release
set -euo pipefail
cd "$(dirname "$0")/.."
command -v hyperfine > /dev/null || { echo "needs hyperfine" >&2; exit 2; }
judge=target/release/plyjudge
json=$(mktemp)
trap 'rm -f "$json"' EXIT

time_on() { # COMMAND…: times it
    hyperfine --shell=none --warmup 5 --min-runs 20 --ignore-failure --style none \
        --export-json "$json" "$*" > /dev/null 2>&1
    summary
}

summary() { # one line of what hyperfine found out
    python3 -c '
import json, sys
for one in json.load(open(sys.argv[1]))["results"]:
    median, least, what = 1000 * one["median"], 1000 * one["min"], one["command"]
    print(f"{median:9.2f} ms median {least:9.2f} ms least   {what}")' "$json"
}

time_on true
for file in testdata/checkers/next-from-the-start.txt testdata/checkers/play-from-*.txt \
    ../shared/official/checkers/test?.txt testdata/kalah/published-table-depth-8.txt \
    testdata/ewn/published-analysis.txt testdata/hexline/*cells*.txt; do
    time_on "$judge" run "$file"
done
