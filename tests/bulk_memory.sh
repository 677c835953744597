#!/bin/sh
# How much memory a bulk write takes: so many lines in one request, of a thousand ids in turn, so that what the engine keeps stays
# the same. Prints the service's resident memory after a tenth of the lines and at its peak.
#
#   tests/bulk_memory.sh                     a million lines, by the release build
#   LINES_SENT=100000 ROLEFIT=target/debug/rolefit tests/bulk_memory.sh
#   tests/bulk_memory.sh --keep-changes 50000    with more flags of `serve`
set -eu
cd "$(dirname "$0")/.."
lines=${LINES_SENT:-1000000}
program=${ROLEFIT:-target/release/rolefit}
work=$(mktemp -d)
# Made here: the first look may come before the program runs.
: >"$work/log"
"$program" serve --listen 127.0.0.1:0 --data-dir "$work/data" "$@" 2>"$work/log" &
service=$!
trap 'kill "$service" 2>/dev/null; wait "$service" 2>/dev/null; rm -rf "$work"' EXIT INT TERM
address=
while [ -z "$address" ]; do
    sleep 0.1
    address=$(sed -n 's/^listening on //p' "$work/log")
done
until curl -sf -o "$work/ready" "$address/readyz"; do sleep 0.1; done
write() {
    seq "$1" | awk '{ printf "{\"id\":\"c-%d\",\"headline\":\"HPC engineer\",\"skills\":[\"Slurm\",\"Lustre\"]}\n", $1 % 1000 }' |
        curl -sS -X POST -T - -H 'content-type: application/x-ndjson' -H 'expect:' "$address/v1/candidates/bulk" |
        awk '/"status":"(created|updated)"/ { n++ } END { print n + 0 }'
}
memory() { sed -n "s/^$1:[[:space:]]*//p" "/proc/$service/status"; }
echo "written: $(write $((lines / 10))), then resident: $(memory VmRSS), peak: $(memory VmHWM)"
echo "written: $(write "$lines"), then resident: $(memory VmRSS), peak: $(memory VmHWM)"
