#!/usr/bin/env bash
# Splits work on a Slurm cluster: an array with a task a shard, then one job that merges.
#
#   submit.sh RESULTS SHARDS COMMAND…    (of plyjudge: grade, tournament or match)
#   submit.sh results 64 grade submissions --cases cases
#   submit.sh results 64 tournament submissions --game ewn --games 4
#
# This folder and RESULTS are on storage that every node sees; plyjudge is on the PATH of every
# node. Whatever is killed on the way: the same command again goes on from the journals.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
RESULTS=$(realpath "$1") SHARDS=$2
shift 2
export RESULTS SHARDS

array=$(sbatch --parsable --array="1-$SHARDS" --output="$RESULTS/%a.log" \
    "$here/shard.sbatch" "$@")
merge=$(sbatch --parsable --dependency="afterany:$array" --output="$RESULTS/merge.log" \
    "$here/merge.sbatch")
echo "shards: job $array, merge: job $merge, report: $RESULTS/report.txt"
