#!/usr/bin/env bash
# What venire costs beside its agents, compared with a shell script that starts the same agents with `&`
# and `wait`. Run by hand, never as a test: machines are shared and noisy. Both are measured in turn in one
# run, and the ratio of the medians is what counts.
#
#   tests/bench/overhead.sh [-n "3 8 32 128"] [-r RUNS] [-p PROMPT_BYTES] [-f FLOOD_MB] [-v VENIRE] [-R] [-- VENIRE ARGUMENTS]
#
# Overhead is the wall time less the slowest agent's. `limit` is what a C program needs that does nothing but start
# the agents and wait: the part that no tool can save. Needs bash 5, a C compiler and a release build. With musl-gcc
# the agents start faster, and less of what is measured is their own start. -R (as root) runs everything under the
# round-robin scheduler, out of the reach of other load.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
counts="3 8 32 128" runs=9 prompt_bytes=2048 flood=0 before=() venire=$here/../../target/release/venire
while getopts "n:r:p:f:v:R" option; do
  case $option in
    n) counts=$OPTARG ;; r) runs=$OPTARG ;; p) prompt_bytes=$OPTARG ;; f) flood=$OPTARG ;; v) venire=$OPTARG ;;
    R) before=(chrt --rr 1) ;;
    *) sed -n '2,13s/^# \{0,1\}//p' "$0"; exit 2 ;;
  esac
done
shift $((OPTIND - 1))
venire=$(realpath "$venire")

# In memory where there is a choice, and where a confined seat may write its log.
work=$(mktemp -d "$([ -w /dev/shm ] && echo /dev/shm || echo /tmp)/venire-bench.XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" "$work/tmp"
for compiler in "musl-gcc -static" "cc -static" cc; do
  $compiler -O2 -o "$work/measure" "$here/tools.c" 2>/dev/null && break
done
cp "$work/measure" "$work/limit"
agents=(codex claude gemini)
for agent in "${agents[@]}"; do cp "$work/measure" "$work/bin/$agent"; done
printf 'BENCH_SLEEP_MS=200\nBENCH_FLOOD_MB=%s\nBENCH_LOG=%s\n' "$flood" "$work/log" >"$work/bin/bench.env"
head -c "$prompt_bytes" < <(yes 'Should the retry loop use full jitter or a token bucket? Weigh the evidence.') >"$work/prompt.md"
export PATH="$work/bin:$PATH" TMPDIR="$work/tmp" HOME="$work" XDG_STATE_HOME="$work/state" XDG_CONFIG_HOME="$work/config"
cd "$work"

panel() { # panel SEATS
  printf 'name: bench\nquestion: Which?\noptions: [APPROVE, REJECT]\nallow_duplicates: true\nagents:\n'
  for agent in "${agents[@]}"; do echo "  my-$agent: { command: [$agent], output: { format: text } }"; done
  echo "seats:"
  for ((i = 0; i < $1; i++)); do echo "  - { id: s$i, agent: my-${agents[i % 3]} }"; done
}

cat >"$work/floor" <<'FLOOR'
#!/usr/bin/env bash
folder=$(mktemp -d)
for ((i = 0; i < $1; i++)); do
  case $((i % 3)) in 0) agent=codex ;; 1) agent=claude ;; *) agent=gemini ;; esac
  "$agent" <"$2" >"$folder/$i" 2>"$folder/$i.err" &
done
wait
for ((i = 0; i < $1; i++)); do { read -r _; read -r verdict _; } <"$folder/$i"; echo "$verdict"; done | sort | uniq -c
rm -rf "$folder"
FLOOR
chmod +x "$work/floor"

median() { sort -n | awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }'; }
once() { # once NAME COMMAND... : overhead in us, processor us and resident kB to $work/NAME
  local name=$1; shift
  rm -f "$work/log" "$work/result"
  ${before[@]+"${before[@]}"} "$work/measure" "$work/result" "$@" >/dev/null 2>"$work/errors"
  awk -v seats="$count" '
    FNR == NR { slowest = $2 - $1 > slowest ? $2 - $1 : slowest; if (min == "" || $3 < min) min = $3; ran++; next }
    { if (ran != seats || $4 != 0) { print "ran " ran " of " seats ", status " $4 > "/dev/stderr"; exit 1 }
      print int(($1 - slowest) / 1000), $2, $3, min }' "$work/log" "$work/result" >>"$work/$name" || { cat "$work/errors" >&2; exit 1; }
}

printf '%5s %10s %10s %10s %8s %14s %12s\n' seats floor_us limit_us venire_us ratio processor_us resident_kB
for count in $counts; do
  rm -f "$work/shell" "$work/least" "$work/tool"
  panel "$count" >"$work/panel.yaml"
  for ((run = 0; run < runs; run++)); do
    once shell "$work/floor" "$count" "$work/prompt.md"
    once least "$work/limit" "$count" "$work/prompt.md" "${agents[@]}"
    once tool "$venire" ask -p "$work/panel.yaml" -f "$work/prompt.md" -q "$@"
  done
  floor=$(cut -d' ' -f1 "$work/shell" | median) tool=$(cut -d' ' -f1 "$work/tool" | median)
  printf '%5s %10s %10s %10s %8s %14s %12s\n' "$count" "$floor" "$(cut -d' ' -f1 "$work/least" | median)" "$tool" \
    "$(awk -v a="$tool" -v b="$floor" 'BEGIN { printf "%.2f", a / b }')" \
    "$(cut -d' ' -f2 "$work/tool" | median)" "$(cut -d' ' -f3 "$work/tool" | sort -n | tail -1)"
done
