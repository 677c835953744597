#!/bin/sh
# The tests that need PostgreSQL: the suite of every store, and services that share one database while it and they are stopped, killed and
# paused. A cluster of its own is made in a temporary directory, on a socket there and on a free port of this machine, and removed again.
#
#   tests/postgres.sh                         all of them
#   tests/postgres.sh FILTER...               those of the integration tests below `postgres::` whose names hold the filter
#   tests/postgres.sh shell COMMAND...        a command with the variables that name the cluster, such as `bash`
#   ROLEFIT_FEATURES=otel tests/postgres.sh   with more features, for a build that other tests use, too
#
# PostgreSQL is installed where that is allowed (Debian: `apt-get install postgresql`). Skipped, and loudly, where there is none;
# `ROLEFIT_POSTGRES_REQUIRED=1` makes that a failure.
set -eu
cd "$(dirname "$0")/.."
here=$(pwd)

# control DIRECTORY stop|start|restart|crash|pause|resume|sql DATABASE STATEMENT: what happens to the cluster, for tests to ask for.
if [ "${1:-}" = control ]; then
    dir=$2
    . "$dir/names"
    main() { head -n 1 "$dir/data/postmaster.pid"; }
    # Every connection has a process of its own.
    all() { pid=$(main); echo "$pid" "$(ps -o pid= --ppid "$pid" | tr '\n' ' ')"; }
    start() { $as "$bin/pg_ctl" -D "$dir/data" -l "$dir/log" -w -t 60 start >/dev/null; }
    case $3 in
        stop) $as "$bin/pg_ctl" -D "$dir/data" -m fast -w stop >/dev/null ;;
        crash) $as "$bin/pg_ctl" -D "$dir/data" -m immediate -w stop >/dev/null ;;
        start) start ;;
        restart) $as "$bin/pg_ctl" -D "$dir/data" -m fast -w stop >/dev/null; start ;;
        pause) kill -STOP $(all) ;;
        resume) kill -CONT $(all) ;;
        sql) "$bin/psql" -qAt -v ON_ERROR_STOP=1 -h "$dir" -U rolefit -d "$4" -c "$5" ;;
        *) echo "unknown: $3; expected stop, start, restart, crash, pause, resume or sql" >&2; exit 2 ;;
    esac
    exit 0
fi

skip() {
    echo "SKIPPED: tests/postgres.sh: $1" >&2
    [ -z "${ROLEFIT_POSTGRES_REQUIRED:-}" ] || exit 1
    exit 0
}
find_bin() { for dir in $(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V -r) $(dirname "$(command -v initdb 2>/dev/null || echo /none/initdb)"); do
    [ -x "$dir/initdb" ] && [ -x "$dir/postgres" ] && echo "$dir" && return; done; }
bin=$(find_bin)
if [ -z "$bin" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    { apt-get update -qq && apt-get install -y -qq postgresql; } >/dev/null 2>&1 || true
    bin=$(find_bin)
fi
[ -n "$bin" ] || skip "there is no PostgreSQL; expected one by \`apt-get install postgresql\`"

# PostgreSQL refuses to run as root.
as=
if [ "$(id -u)" = 0 ]; then
    id postgres >/dev/null 2>&1 || skip "there is no user \`postgres\` for the cluster, and root may not run it"
    as="setpriv --reuid=postgres --regid=postgres --init-groups env HOME=/tmp"
fi
dir=$(mktemp -d "${TMPDIR:-/tmp}/rolefit-postgres.XXXXXX")
finish() {
    sh "$here/tests/postgres.sh" control "$dir" resume 2>/dev/null || true
    sh "$here/tests/postgres.sh" control "$dir" crash 2>/dev/null || true
    rm -rf "$dir"
}
trap finish EXIT
trap 'exit 130' INT TERM
[ -z "$as" ] || chown postgres "$dir"
cd "$dir"
$as "$bin/initdb" -D "$dir/data" -U rolefit -A trust --no-sync -E UTF8 --locale=C >/dev/null || skip "initdb failed"
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])' 2>/dev/null || echo 54329)
printf 'bin=%s\nas="%s"\nexport PGPORT=%s\n' "$bin" "$as" "$port" > "$dir/names"
cat >> "$dir/data/postgresql.conf" <<CONF
listen_addresses = '127.0.0.1'
port = $port
unix_socket_directories = '$dir'
max_connections = 200
CONF
sh "$here/tests/postgres.sh" control "$dir" start || { cat "$dir/log" >&2; skip "the cluster does not start"; }
cd "$here"
export ROLEFIT_TEST_POSTGRES="postgres://rolefit@127.0.0.1:$port/postgres"
export ROLEFIT_TEST_POSTGRES_CONTROL="$here/tests/postgres.sh control $dir"

if [ "${1:-}" = shell ]; then
    shift
    "$@"
    exit
fi
filter=${1:-}
features=postgres${ROLEFIT_FEATURES:+,$ROLEFIT_FEATURES}
if [ -z "$filter" ]; then
    cargo test --locked --features "$features" --lib -- store:: engine::follower server::
fi
cargo test --locked --features "$features" --test integration -- "postgres::$filter"
[ -n "$filter" ] || tests/postgres_proxy.sh
