#!/usr/bin/env bash
# Candidates a second of `rolefit rank` in one process, and of clusters of one and two executors with one core each, on the same pool, one
# after the other; the bytes are compared. 24 roles and the candidates are made by examples/generate, seed 1. Ask on a quiet machine; the load
# average is told.
#
#   bindings/ballista/measure.sh [CANDIDATES] [ROUNDS]
#   PROFILE=dev bindings/ballista/measure.sh 500 1      tries the script, not the speed
set -euo pipefail
cd "$(dirname "$0")"
candidates=${1:-20000}
rounds=${2:-3}
profile=${PROFILE:-release}
root=$PWD/../..
folder=$profile
if [ "$profile" = dev ]; then folder=debug; fi

(cd "$root" && cargo build --locked --quiet --profile "$profile" --bin rolefit --example generate)
cargo build --locked --quiet --profile "$profile" --bins --examples
rolefit=$root/target/$folder/rolefit
generate=$root/target/$folder/examples/generate
ballista=$PWD/target/$folder/rolefit-ballista
work=$(mktemp -d)
started=()
cleanup() {
    if [ ${#started[@]} -gt 0 ]; then
        kill "${started[@]}" 2>/dev/null || true
        wait "${started[@]}" 2>/dev/null || true
    fi
    rm -rf "$work"
}
trap cleanup EXIT

"$generate" "$candidates" >"$work/candidates.jsonl"
"$generate" --roles 24 >"$work/roles.jsonl"
"$PWD/target/$folder/examples/write_parquet" "$work/candidates.jsonl" "$work/pool.parquet"
arguments=(--roles "$work/roles.jsonl" --candidates "$work/pool.parquet" --as-of 2026-11-01 --format jsonl)
scheduler=127.0.0.1:50950
"$ballista" scheduler --listen $scheduler 2>"$work/scheduler.log" &
started+=($!)
executor() {
    "$ballista" executor --scheduler $scheduler --listen "127.0.0.1:$1" --cores 1 --work-dir "$work/$1" 2>"$work/executor-$1.log" &
    started+=($!)
}
rate() { # NAME COMMAND...
    local name=$1 began ended
    shift
    began=$(date +%s%N)
    "$@" --output "$work/out.jsonl" 2>"$work/said.log" || { cat "$work/said.log" >&2; exit 1; }
    ended=$(date +%s%N)
    awk -v name="$name" -v n="$candidates" -v ns=$((ended - began)) \
        'BEGIN { printf "%-26s %8.0f candidates a second, %6.1f s\n", name, n / ns * 1e9, ns / 1e9 }'
    if [ -f "$work/expected.jsonl" ]; then cmp "$work/expected.jsonl" "$work/out.jsonl"; else cp "$work/out.jsonl" "$work/expected.jsonl"; fi
}
alone() {
    rate "rolefit rank, 1 thread" env RAYON_NUM_THREADS=1 "$rolefit" rank "${arguments[@]}"
    rate "rolefit rank, all threads" "$rolefit" rank "${arguments[@]}"
}
cluster() { rate "cluster, executors: $1" "$ballista" rank --cluster ballista://$scheduler "${arguments[@]}"; }

echo "load average before: $(cut -d ' ' -f 1-3 /proc/loadavg)"
executor 50960
for _ in $(seq "$rounds"); do alone; cluster 1; done
executor 50970
sleep 3
for _ in $(seq "$rounds"); do alone; cluster 2; done
echo "load average after: $(cut -d ' ' -f 1-3 /proc/loadavg)"
