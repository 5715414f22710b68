#!/usr/bin/env bash
# How fast `venire tally` counts. Run by hand, never as a test: machines are shared and noisy.
#
#   tests/bench/tally.sh [-b BALLOTS] [-r RUNS] [-v VENIRE]
#
# Each shape has BALLOTS ballots (1,000,000): items of five seats; the same with a confidence and a vendor in
# each line; the same as JSON lines; one item of them all. The best of RUNS runs (5) is printed. Needs bash 5, awk, a C
# compiler and a release build.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
ballots=1000000 runs=5 venire=$here/../../target/release/venire
while getopts "b:r:v:" option; do
  case $option in
    b) ballots=$OPTARG ;; r) runs=$OPTARG ;; v) venire=$OPTARG ;;
    *) sed -n '2,9s/^# \{0,1\}//p' "$0"; exit 2 ;;
  esac
done
venire=$(realpath "$venire")
work=$(mktemp -d "$([ -w /dev/shm ] && echo /dev/shm || echo /tmp)/venire-bench.XXXXXX")
trap 'rm -rf "$work"' EXIT
cc -O2 -o "$work/measure" "$here/tools.c"
export HOME=$work XDG_STATE_HOME=$work/state XDG_CONFIG_HOME=$work/config
cd "$work"

generate() { # generate FORM: ballots drawn by lot, the same in each run
  awk -v ballots="$ballots" -v form="$1" 'BEGIN {
    srand(1)
    split("a b c d e", seats, " "); split("x x y z z", vendors, " ")
    for (i = 0; i < ballots; i++) {
      vote = rand() < 0.5 ? "SHIP" : "HOLD"; seat = i % 5 + 1
      if (form == "one") printf "{\"seat\":\"seat-%d\",\"vote\":\"%s\"}\n", i, vote
      else if (form == "plain") printf "{\"item\":\"item-%d\",\"seat\":\"%s\",\"vote\":\"%s\"}\n", i / 5, seats[seat], vote
      else printf "{\"item\":\"item-%d\",\"seat\":\"%s\",\"vote\":\"%s\",\"confidence\":%.2f,\"lineage\":\"%s\"}\n", \
        i / 5, seats[seat], vote, rand(), vendors[seat]
    }
  }'
}

row() { # row NAME ROSTER FORM ARGUMENTS...
  local name=$1 roster=$2 form=$3; shift 3
  generate "$form" >"$work/votes.jsonl"
  rm -f "$work/all"
  for ((run = 0; run < runs; run++)); do
    rm -f "$work/result"
    "$work/measure" "$work/result" "$venire" tally votes.jsonl --roster "$roster" "$@" >/dev/null
    cat "$work/result" >>"$work/all"
  done
  sort -n "$work/all" | head -1 | awk -v name="$name" -v ballots="$ballots" \
    '{ printf "%-28s %6.2f s %9.2f s of processor %10d ballots/s %8.1f MB\n", name, $1 / 1e9, $2 / 1e6, ballots / ($1 / 1e9), $3 / 1024 }'
}

row "items of 5 seats" 5 plain
row "with confidence and vendor" 5 rich --discount-correlated
row "the same, as JSON lines" 5 rich --discount-correlated --format jsonl
row "one item" "$ballots" one
