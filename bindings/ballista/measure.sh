#!/usr/bin/env bash
# Candidates a second of `rolefit rank` in one process, and of clusters of one and two executors with one core each, on the same pool, one
# after the other; the bytes are compared. Release builds.
#
#   bindings/ballista/measure.sh [CANDIDATES] [ROUNDS]
#
# 24 roles and the candidates are made by examples/generate. Needs Python with pyarrow to write the Parquet file.
set -euo pipefail
cd "$(dirname "$0")"
candidates=${1:-20000}
rounds=${2:-3}
root=../..

(cd $root && cargo build --locked --release --quiet --bin rolefit --example generate)
cargo build --locked --release --quiet
rolefit=$root/target/release/rolefit
ballista=target/release/rolefit-ballista
folder=$(mktemp -d)
started=()
cleanup() {
    if [ ${#started[@]} -gt 0 ]; then kill "${started[@]}" 2>/dev/null || true; wait "${started[@]}" 2>/dev/null || true; fi
    rm -rf "$folder"
}
trap cleanup EXIT

"$root/target/release/examples/generate" "$candidates" >"$folder/candidates.jsonl"
"$root/target/release/examples/generate" --roles 24 >"$folder/roles.jsonl"
python3 - "$folder" <<'PYTHON'
import json, sys
import pyarrow, pyarrow.parquet
folder = sys.argv[1]
people = [json.loads(line) for line in open(f"{folder}/candidates.jsonl")]
names = sorted({name for person in people for name in person})
def text(value):
    return value if value is None or isinstance(value, str) else json.dumps(value, ensure_ascii=False)
columns = {name: pyarrow.array([text(person.get(name)) for person in people], pyarrow.string()) for name in names}
pyarrow.parquet.write_table(pyarrow.table(columns), f"{folder}/pool.parquet", row_group_size=4096)
PYTHON

arguments=(--roles "$folder/roles.jsonl" --candidates "$folder/pool.parquet" --as-of 2026-11-01 --format jsonl)
"$ballista" scheduler --listen 127.0.0.1:50950 2>"$folder/scheduler.log" &
started+=($!)
executor() {
    "$ballista" executor --scheduler 127.0.0.1:50950 --listen "127.0.0.1:$1" --cores 1 2>"$folder/executor-$1.log" &
    started+=($!)
}
rate() { # NAME COMMAND...
    local name=$1 began ended
    shift
    began=$(date +%s.%N)
    "$@" --output "$folder/out.jsonl" 2>"$folder/said.log" || { cat "$folder/said.log" >&2; exit 1; }
    ended=$(date +%s.%N)
    awk -v name="$name" -v n="$candidates" -v s="$(echo "$ended - $began" | bc -l)" 'BEGIN { printf "%-28s %8.0f candidates/s  %6.1f s\n", name, n / s, s }'
    if [ -f "$folder/expected.jsonl" ]; then cmp "$folder/expected.jsonl" "$folder/out.jsonl"; else mv "$folder/out.jsonl" "$folder/expected.jsonl"; fi
}
alone() {
    rate "rolefit rank, 1 thread" env RAYON_NUM_THREADS=1 "$rolefit" rank "${arguments[@]}"
    rate "rolefit rank, all threads" "$rolefit" rank "${arguments[@]}"
}
cluster() { rate "cluster, $1 executor(s)" "$ballista" rank --cluster ballista://127.0.0.1:50950 "${arguments[@]}"; }

echo "load before: $(cut -d ' ' -f 1-3 /proc/loadavg)"
executor 50960
for _ in $(seq "$rounds"); do alone; cluster 1; done
executor 50970
sleep 3
for _ in $(seq "$rounds"); do alone; cluster 2; done
echo "load after: $(cut -d ' ' -f 1-3 /proc/loadavg)"
