#!/bin/sh
# The page in Chromium: every flow with scripts and without, keys, sign-in, and axe-core on every kind of page in both themes.
# Playwright comes from PyPI and axe-core from npm, into target/browser; the browser is the system's (`apt-get install chromium`).
#
#   tests/browser/run.sh                                      a minute or two
#   ROLEFIT=target/release/rolefit tests/browser/run.sh       another program than that of the debug build
#   tests/browser/run.sh pictures FOLDER                      pictures of every page instead, at three sizes in both themes
#   tests/browser/run.sh readme                               the picture of the README anew
#
# Skipped, and loudly, where there is no browser, no Python or no registry.
set -eu
cd "$(dirname "$0")/../.."

skip() { echo "SKIPPED: tests/browser/run.sh: $1" >&2; exit 0; }
chromium=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
[ -n "$chromium" ] || skip "there is no Chromium; expected one by \`apt-get install chromium\` or in CHROMIUM"
command -v python3 >/dev/null || skip "there is no python3"
program=${ROLEFIT:-target/debug/rolefit}
work=target/browser
[ -n "${ROLEFIT:-}" ] || cargo build --quiet
mkdir -p "$work"
[ -x "$work/venv/bin/python" ] || python3 -m venv "$work/venv" || skip "no environment for Python can be made"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check "playwright==1.65.2" || skip "Playwright cannot be installed"

pids=
trap 'for pid in $pids; do kill "$pid" 2>/dev/null || true; done' EXIT INT TERM
# serve NAME COMMAND...: runs a service, and leaves its address in $address
serve() {
    name=$1
    shift
    # The program in the background makes its log when it comes to run, and the first look may come before it.
    : >"$work/$name.log"
    "$program" "$@" --listen 127.0.0.1:0 2>"$work/$name.log" &
    pids="$pids $!"
    address=
    for _ in $(seq 100); do
        address=$(sed -n 's/^listening on //p' "$work/$name.log")
        [ -n "$address" ] && curl -sf "$address/readyz" >/dev/null && return
        sleep 0.1
    done
    echo "the service does not listen:" >&2
    cat "$work/$name.log" >&2
    exit 1
}

case ${1:-} in
pictures | readme)
    serve demo demo
    if [ "$1" = readme ]; then
        "$work/venv/bin/python" tests/browser/pictures.py "$address" docs --readme --chromium "$chromium"
    else
        "$work/venv/bin/python" tests/browser/pictures.py "$address" "$2" --chromium "$chromium"
    fi
    exit
    ;;
esac

command -v npm >/dev/null || skip "there is no npm, which axe-core comes from"
if [ ! -f "$work/node_modules/axe-core/axe.min.js" ]; then
    npm install --silent --no-save --prefix "$work" axe-core@4.14.1 >/dev/null || skip "axe-core cannot be installed"
fi
rm -rf "$work/open" "$work/plain" "$work/closed" "$work/many"
serve open serve --data-dir "$work/open"
open=$address
serve plain serve --data-dir "$work/plain"
plain=$address
serve many serve --data-dir "$work/many"
many=$address
key=$("$program" keys create --data-dir "$work/closed" --scope write)
reader=$("$program" keys create --data-dir "$work/closed" --scope read)
serve closed serve --data-dir "$work/closed"
"$work/venv/bin/python" tests/browser/flows.py --base "$open" --plain "$plain" --closed "$address" --many "$many" --key "$key" --reader "$reader" \
    --axe "$work/node_modules/axe-core/axe.min.js" --chromium "$chromium"
