#!/usr/bin/env bash
# Grades a class on a Slurm cluster: an array with a task a shard, then one job that merges.
#
#   submit.sh SUBMISSIONS CASES RESULTS [SHARDS [OPTION…]]    (options of plyjudge grade)
#
# The folders are on storage that every node sees; plyjudge is on the PATH of every node.
# Whatever is killed on the way: the same command again goes on from the journals in RESULTS.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$3"
SUBMISSIONS=$(realpath "$1") CASES=$(realpath "$2") RESULTS=$(realpath "$3")
SHARDS=${4:-8}
shift $(($# < 4 ? $# : 4))
export SUBMISSIONS CASES RESULTS SHARDS

array=$(sbatch --parsable --array="1-$SHARDS" --output="$RESULTS/%a.log" \
    "$here/grade.sbatch" "$@")
merge=$(sbatch --parsable --dependency="afterany:$array" --output="$RESULTS/merge.log" \
    "$here/merge.sbatch")
echo "shards: job $array, merge: job $merge, report: $RESULTS/report.txt"
