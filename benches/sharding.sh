#!/bin/sh
# What does it cost to answer from 2 or 3 shards by a coordinator, beside one service that holds everybody? Everything runs on this
# machine, so that more shards than cores win nothing but memory. A row tells answers a second, and the median and the 99th percentile of
# their times, for clients that ask for the best ten of one role after the other; first it is compared that all answer the same bytes.
#
#   cargo build --release && cargo build --release --example generate && benches/sharding.sh [CANDIDATES] [CLIENTS] [SECONDS]
#
# Of synthetic people and roles (`generate`, seed 1). Ask on a quiet machine; the load average is told.
set -eu
cd "$(dirname "$0")/.."
candidates=${1:-100000} clients=${2:-4} seconds=${3:-20}
program=${ROLEFIT:-target/release/rolefit}
generate=${GENERATE:-target/release/examples/generate}
work=$(mktemp -d "${TMPDIR:-/tmp}/rolefit-sharding.XXXXXX")
pids=
export RUST_LOG=warn
stop() {
    for pid in $pids; do kill "$pid" 2>/dev/null || true; done
    wait 2>/dev/null || true
    pids=
}
trap 'stop; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
"$generate" "$candidates" > "$work/candidates.jsonl"
"$generate" --roles 24 > "$work/roles.jsonl"
ports() {
    python3 -c 'import socket, sys
sockets = [socket.socket() for _ in range(int(sys.argv[1]))]
for s in sockets: s.bind(("127.0.0.1", 0))
print(*(s.getsockname()[1] for s in sockets))' "$1"
}
until_ready() {
    for _ in $(seq 600); do
        [ "$(curl -s "http://127.0.0.1:$1/readyz")" = '{"status":"ok"}' ] && return
        sleep 0.1
    done
    cat "$work/log" >&2
    exit 1
}
# ask NAME PORT: loads everybody, and prints a row.
ask() {
    for kind in roles candidates; do
        curl -sf -o /dev/null -H 'content-type: application/x-ndjson' --data-binary "@$work/$kind.jsonl" "http://127.0.0.1:$2/v1/$kind/bulk"
    done
    python3 - "$1" "$2" "$clients" "$seconds" "$work" <<'ASK'
import hashlib, http.client, json, os, re, sys, threading, time
name, port, clients, seconds, work = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4]), sys.argv[5]
roles = [json.loads(line)["id"] for line in open(f"{work}/roles.jsonl")]
body, kind = json.dumps({"limit": 10, "as_of": "2026-11-01"}), {"content-type": "application/json"}
def ask(connection, role):
    connection.request("POST", f"/v1/roles/{role}/matches", body, kind)
    answer = connection.getresponse()
    text = answer.read()
    assert answer.status == 200, text
    return text
first = http.client.HTTPConnection("127.0.0.1", port)
answers = hashlib.sha256(b"".join(ask(first, role) for role in roles)).hexdigest()
known = f"{work}/answers"
if not os.path.exists(known):
    open(known, "w").write(answers)
assert open(known).read() == answers, f"{name} answers other bytes"
times, ends = [], time.monotonic() + seconds
def run(place):
    connection, n = http.client.HTTPConnection("127.0.0.1", port), place
    while time.monotonic() < ends:
        begun = time.monotonic()
        ask(connection, roles[n % len(roles)])
        times.append((time.monotonic() - begun) * 1000)
        n += 1
threads = [threading.Thread(target=run, args=(place,)) for place in range(clients)]
for thread in threads: thread.start()
for thread in threads: thread.join()
times.sort()
print(f"| {name} | {len(times) / seconds:.0f} | {times[len(times) // 2]:.1f} ms | {times[len(times) * 99 // 100]:.1f} ms |", flush=True)
ASK
}
echo "$candidates candidates, 24 roles, $clients clients, $seconds s each; load average $(cut -d ' ' -f 1 /proc/loadavg)"
echo "| | Answers a second | Median | 99 % |"
echo "|---|---|---|---|"
port=$(ports 1)
"$program" serve --listen "127.0.0.1:$port" 2>>"$work/log" & pids=$!
until_ready "$port"
ask "one service" "$port"
stop
for n in 2 3; do
    set -- $(ports $((n + 1)))
    front=$1
    shift
    shards=
    for port in "$@"; do
        "$program" serve --listen "127.0.0.1:$port" 2>>"$work/log" & pids="$pids $!"
        shards="$shards --shard http://127.0.0.1:$port"
    done
    # shellcheck disable=SC2086
    "$program" coordinate --listen "127.0.0.1:$front" $shards 2>>"$work/log" & pids="$pids $!"
    until_ready "$front"
    ask "a coordinator, $n shards" "$front"
    stop
done
echo "load average $(cut -d ' ' -f 1 /proc/loadavg)"
