#!/usr/bin/env bash
# Grades a class on several machines that share a folder, with GNU Parallel over ssh.
#
#   grade.sh SUBMISSIONS CASES RESULTS SHARDS [OPTION…]
#
# HOSTS names the machines, with commas between; this one if it is not set. Options are those
# of plyjudge grade.
#
# A shard that fails, or whose machine goes away, is tried again elsewhere; the same command
# again goes on from the journals.
set -euo pipefail
SUBMISSIONS=$(realpath "$1") CASES=$(realpath "$2")
mkdir -p "$3"
RESULTS=$(realpath "$3")
shards=$4
shift 4
quoted=$(printf '%q ' plyjudge grade "$SUBMISSIONS" --cases "$CASES" "$@")
seq "$shards" | parallel --sshlogin "${HOSTS:-:}" --jobs 1 --retries 3 \
    "$quoted --shard {}/$shards --journal $(printf '%q' "$RESULTS")/{}.jsonl > /dev/null"
plyjudge merge "$RESULTS"/*.jsonl
