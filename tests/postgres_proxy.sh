#!/bin/sh
# Three nodes on one database behind the proxy of docs/deploy/haproxy.cfg: while one is killed, another started and a third stopped, every
# write through the proxy is acknowledged, and the next match through it holds what was written. Then one that takes requests and says nothing.
#
#   tests/postgres.sh shell tests/postgres_proxy.sh       after `cargo build --features postgres`
#   HAPROXY=path/to/haproxy ...                           another proxy than the system's (Debian: `apt-get install haproxy`)
#
# Skipped, and loudly, where there is no haproxy.
set -eu
cd "$(dirname "$0")/.."
skip() { echo "SKIPPED: tests/postgres_proxy.sh: $1" >&2; exit 0; }
haproxy=${HAPROXY:-$(command -v haproxy || command -v /usr/sbin/haproxy || true)}
[ -n "$haproxy" ] || skip "there is no haproxy; expected one by \`apt-get install haproxy\` or in HAPROXY"
[ -n "${ROLEFIT_TEST_POSTGRES:-}" ] || { echo "expected to be run by tests/postgres.sh" >&2; exit 2; }
program=${ROLEFIT:-target/debug/rolefit}
work=$(mktemp -d "${TMPDIR:-/tmp}/rolefit-proxy.XXXXXX")
pids=
finish() {
    for pid in $pids; do kill "$pid" 2>/dev/null || true; done
    wait 2>/dev/null || true
    rm -rf "$work"
}
trap finish EXIT
trap 'exit 130' INT TERM

# node ADDRESS: starts one there, and leaves its process id in $pid
node() {
    "$program" serve --listen "$1" --store "$ROLEFIT_TEST_POSTGRES" --allow-unauthenticated 2>>"$work/nodes.log" &
    pid=$!
    pids="$pids $pid"
}
ports=$(python3 - <<'PORTS'
import socket
sockets = [socket.socket() for _ in range(4)]
for s in sockets: s.bind(("127.0.0.1", 0))
print(*(s.getsockname()[1] for s in sockets))
PORTS
)
set -- $ports
proxy=127.0.0.1:$1 first=127.0.0.1:$2 second=127.0.0.1:$3 third=127.0.0.1:$4
node "$first"; first_pid=$pid
node "$second"; second_pid=$pid
node "$third"
sed -e "s/bind :8080/bind $proxy/" -e "s/10.0.0.11:7878/$first/" -e "s/10.0.0.12:7878/$second/" -e "s/10.0.0.13:7878/$third/" \
    docs/deploy/haproxy.cfg > "$work/haproxy.cfg"
"$haproxy" -db -f "$work/haproxy.cfg" >"$work/haproxy.log" 2>&1 &
pids="$pids $!"
for _ in $(seq 120); do
    curl -sf "http://$first/readyz" >/dev/null && curl -sf "http://$second/readyz" >/dev/null && curl -sf "http://$third/readyz" >/dev/null && break
    sleep 0.5
done
# The proxy asks each node twice before it sends requests there.
sleep 4
json='content-type: application/json'
curl -sf -X PUT "http://$proxy/v1/roles/r" -H "$json" -d '{"title": "Storage engineer", "must_have": ["Lustre"]}' >/dev/null
refused=0 stale=0
for n in $(seq 90); do
    case $n in
        30) kill -9 "$first_pid" ;;
        50) node "$first" ;;
        70) kill -TERM "$second_pid" ;;
    esac
    head=$(curl -s -X PUT "http://$proxy/v1/candidates/c-$n" -H "$json" -D - -o /dev/null \
        -d "{\"summary\": \"I have run Lustre since 2015 at site $n.\"}" || true)
    case $head in
        *" 201"*) ;;
        *) refused=$((refused + 1)); echo "c-$n: $(echo "$head" | head -n 1)" >&2; continue ;;
    esac
    seq=$(echo "$head" | tr -d '\r' | sed -n 's/^x-rolefit-seq: //p')
    curl -s -X POST "http://$proxy/v1/roles/r/matches" -H "$json" -H "x-rolefit-seq: $seq" -d '{"limit": 1000}' > "$work/answer"
    grep -q "\"c-$n\"" "$work/answer" || { stale=$((stale + 1)); echo "c-$n of write $seq is missing: $(head -c 200 "$work/answer")" >&2; }
done
echo "through the proxy: 90 writes, $refused refused, $stale not in the next answer"
[ "$refused" = 0 ] && [ "$stale" = 0 ]

# In place of the second, one that is ready and is gone as soon as it has been asked: what can be sent again is done by another.
python3 - "${second#*:}" "$work/asked" <<'GONE' &
import http.server, sys
class Gone(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("content-length", "0")
        self.end_headers()
    def gone(self):
        with open(sys.argv[2], "a") as asked:
            print(self.command, file=asked)
        self.close_connection = True
    do_PUT = do_PATCH = gone
    def log_message(self, *_):
        pass
http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Gone).serve_forever()
GONE
pids="$pids $!"
for _ in $(seq 120); do curl -sf "http://$second/readyz" >/dev/null && break; sleep 0.5; done
sleep 4
for n in $(seq 30); do
    status=$(curl -s -X PUT "http://$proxy/v1/candidates/again-$n" -H "$json" -d '{"summary": "I run Lustre."}' -o /dev/null -w '%{http_code}')
    [ "$status" = 201 ] || { refused=$((refused + 1)); echo "again-$n: $status" >&2; }
done
asked=$(grep -c PUT "$work/asked" || true)
echo "beside one that says nothing: 30 writes, $refused refused, $asked of them asked of it first"
[ "$refused" = 0 ] && [ "$asked" -gt 0 ]
# What may have been done is not done twice.
lost=0
for n in $(seq 30); do
    status=$(curl -s -X PATCH "http://$proxy/v1/candidates/again-$n" -H 'content-type: application/merge-patch+json' -d '{"name": "N"}' -o /dev/null -w '%{http_code}')
    case $status in 200) ;; 502) lost=$((lost + 1)) ;; *) echo "again-$n: $status to a PATCH" >&2; exit 1 ;; esac
done
asked=$(grep -c PATCH "$work/asked" || true)
echo "beside one that says nothing: 30 patches, $asked asked of it, $lost answered 502"
[ "$lost" = "$asked" ] && [ "$asked" -gt 0 ]
