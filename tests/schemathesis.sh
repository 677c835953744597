#!/bin/sh
# Asks a running service whatever its OpenAPI document allows, and what it does not, and holds the answers against the document:
# schemathesis, from PyPI, in an environment of its own under target/. Then clients are generated from the document, in Python and
# TypeScript, compiled, and one of them talks with the service.
#
#   tests/schemathesis.sh                          some minutes
#   SCHEMATHESIS_EXAMPLES=1000 tests/schemathesis.sh   a campaign: about so many cases an operation and phase
#   SCHEMATHESIS_SECONDS=600 SCHEMATHESIS_EXAMPLES=1000 tests/schemathesis.sh   a campaign that ends after so long
#   ROLEFIT=target/release/rolefit tests/schemathesis.sh   another program than that of the debug build
#
# Skipped, and loudly, where there is no Python, or nothing to install packages from.
set -eu
cd "$(dirname "$0")/.."

if ! command -v python3 >/dev/null; then
    echo "SKIPPED: tests/schemathesis.sh needs python3, and there is none" >&2
    exit 0
fi

examples=${SCHEMATHESIS_EXAMPLES:-20}
program=${ROLEFIT:-target/debug/rolefit}
work=target/schemathesis
[ -n "${ROLEFIT:-}" ] || cargo build --quiet
mkdir -p "$work"
[ -x "$work/venv/bin/python" ] || python3 -m venv "$work/venv"
if ! "$work/venv/bin/pip" install --quiet --disable-pip-version-check "schemathesis==4.32.5" "openapi-python-client==0.29.1" ruff; then
    echo "SKIPPED: tests/schemathesis.sh needs packages of PyPI, and cannot install them" >&2
    exit 0
fi

# Every route asks for a key, and refuses whoever has none.
rm -rf "$work/data"
ROLEFIT_KEY=$("$program" keys create --data-dir "$work/data" --scope admin)
export ROLEFIT_KEY
# What an earlier run left there names an address that is gone.
: >"$work/service.log"
"$program" serve --data-dir "$work/data" --listen 127.0.0.1:0 2>"$work/service.log" &
service=$!
trap 'kill "$service" 2>/dev/null || true' EXIT INT TERM
address=
for _ in $(seq 100); do
    address=$(sed -n 's/^listening on //p' "$work/service.log")
    [ -n "$address" ] && break
    sleep 0.1
done
[ -n "$address" ] || { echo "the service does not listen:" >&2; cat "$work/service.log" >&2; exit 1; }

"$work/venv/bin/schemathesis" --config-file tests/schemathesis.toml run "$address/openapi.json" --url "$address" \
    --max-examples "$examples" --seed "${SCHEMATHESIS_SEED:-1}" --workers "${SCHEMATHESIS_WORKERS:-1}" \
    ${SCHEMATHESIS_SECONDS:+--max-time "$SCHEMATHESIS_SECONDS"} --no-color --header "Authorization: Bearer $ROLEFIT_KEY"

tests/clients.sh "$address" "$work"
