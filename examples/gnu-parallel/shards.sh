#!/usr/bin/env bash
# Splits work between machines that share a folder, with GNU Parallel over ssh.
#
#   shards.sh RESULTS SHARDS COMMAND…    (of plyjudge: grade, tournament, match or generate)
#   shards.sh results 8 grade submissions --cases cases
#   shards.sh results 8 tournament submissions --game ewn --games 4
#
# HOSTS names the machines, with commas between; this one if it is not set. MERGE has options
# for merging, such as `--json`; a generated suite needs `--out FOLDER`.
#
# A shard that fails, or whose machine goes away, is tried again elsewhere; the same command
# again goes on from the journals.
set -euo pipefail
mkdir -p "$1"
RESULTS=$(realpath "$1")
shards=$2
shift 2
quoted="cd $(printf '%q' "$PWD") && $(printf '%q ' plyjudge "$@")"
seq "$shards" | parallel --sshlogin "${HOSTS:-:}" --jobs 1 --retries 3 \
    "$quoted --shard {}/$shards --journal $(printf '%q' "$RESULTS")/{}.jsonl > /dev/null"
# shellcheck disable=SC2086 # Several words are meant.
plyjudge merge "$RESULTS"/*.jsonl ${MERGE:-}
