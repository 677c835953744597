#!/bin/sh
# The tests that need PostgreSQL: the suite of every store, and services that share one database while it and they are stopped, killed and
# paused. A cluster of its own is made in a temporary directory, on a socket there and on a free port of this machine, and removed again.
#
#   tests/postgres.sh                         all of them
#   tests/postgres.sh FILTER...               those of the integration tests below `postgres::` whose names hold one of the filters
#   tests/postgres.sh --skip FILTER...        all of them but those; two runs, each with a cluster of its own, may share the work
#   tests/postgres.sh shell COMMAND...        a command with the variables that name the cluster, such as `bash`
#   ROLEFIT_FEATURES=otel tests/postgres.sh   with more features, for a build that other tests use, too
#
# PostgreSQL is installed where that is allowed (Debian: `apt-get install postgresql`). Skipped, and loudly, where there is none;
# `ROLEFIT_POSTGRES_REQUIRED=1` makes that a failure.
set -eu
cd "$(dirname "$0")/.."
here=$(pwd)

free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])' 2>/dev/null || echo 54329; }
# server DIRECTORY: configures the cluster there, and writes down what names it; its port stays when it is made anew.
server() {
    [ -f "$1/names" ] || printf 'bin=%s\nas="%s"\nexport PGPORT=%s\n' "$bin" "$as" "$(free_port)" > "$1/names"
    cat >> "$1/data/postgresql.conf" <<CONF
listen_addresses = '127.0.0.1'
port = $(sed -n 's/^export PGPORT=//p' "$1/names")
unix_socket_directories = '$1'
max_connections = 200
wal_keep_size = 512MB
wal_retrieve_retry_interval = 500ms
CONF
}
initialize() { $as "$bin/initdb" -D "$1/data" -U rolefit -A trust --no-sync -E UTF8 --locale=C >/dev/null && server "$1"; }

# control DIRECTORY ACTION: what happens to a cluster, for tests to ask for.
#
#   stop|start|restart|crash|kill|pause|resume|promote
#   sql DATABASE STATEMENT
#   session DATABASE        statements from standard input, in one session that ends with it
#   new OTHER               another cluster, in the directory OTHER; tells its port
#   tls CERTIFICATE KEY     it speaks TLS with these files, and asks the user `bound` for a password over TLS
#   standby OTHER           a standby in the directory OTHER, in place of what is there; this one acknowledges nothing without it
if [ "${1:-}" = control ]; then
    dir=$2
    . "$dir/names"
    main() { head -n 1 "$dir/data/postmaster.pid"; }
    # Every connection has a process of its own.
    all() { pid=$(main); echo "$pid" "$(ps -o pid= --ppid "$pid" | tr '\n' ' ')"; }
    # A server that was killed holds its sockets and locks until the last of its processes is gone.
    start() {
        for _ in $(seq 10); do
            $as "$bin/pg_ctl" -D "$dir/data" -l "$dir/log" -w -t 60 start >/dev/null 2>&1 && return
            sleep 1
        done
        tail -n 30 "$dir/log" >&2
        return 1
    }
    sql() { "$bin/psql" -qAt -v ON_ERROR_STOP=1 -h "$dir" -U rolefit -d "$1" -c "$2"; }
    made() { mkdir -p "$1"; [ -z "$as" ] || chown postgres "$1"; cd "$1"; }
    until_one() { until [ "$(sql postgres "SELECT count(*) FROM pg_stat_replication WHERE $1")" = 1 ]; do sleep 0.1; done; }
    case $3 in
        stop) $as "$bin/pg_ctl" -D "$dir/data" -m fast -w stop >/dev/null ;;
        crash) $as "$bin/pg_ctl" -D "$dir/data" -m immediate -w stop >/dev/null ;;
        start) start ;;
        restart) $as "$bin/pg_ctl" -D "$dir/data" -m fast -w stop >/dev/null; start ;;
        kill) kill -KILL $(all) ;;
        pause) kill -STOP $(all) ;;
        resume) kill -CONT $(all) ;;
        promote) $as "$bin/pg_ctl" -D "$dir/data" -w promote >/dev/null ;;
        sql) sql "$4" "$5" ;;
        tls)
            for name in crt key; do
                cp "$4" "$dir/data/server.$name"
                chmod 600 "$dir/data/server.$name"
                [ -z "$as" ] || chown postgres "$dir/data/server.$name"
                shift
            done
            printf 'ssl = on\n' >> "$dir/data/postgresql.conf"
            sed -i '1i hostssl all bound all scram-sha-256\nhost all bound all reject' "$dir/data/pg_hba.conf"
            $as "$bin/pg_ctl" -D "$dir/data" -m fast -w stop >/dev/null; start ;;
        session) exec "$bin/psql" -qAt -h "$dir" -U rolefit -d "$4" ;;
        new)
            made "$4"
            initialize "$4"
            dir=$4
            start
            sed -n 's/^export PGPORT=//p' "$4/names" ;;
        standby)
            made "$4"
            rm -rf "$4/data" "$4"/.s.PGSQL.*
            $as "$bin/pg_basebackup" -D "$4/data" -d "host=$dir user=rolefit" -R -X stream -c fast --no-sync
            # Once it is promoted, nobody follows it.
            sed -i '/synchronous_standby_names/d' "$4/data/postgresql.auto.conf"
            server "$4"
            (. "$4/names"; dir=$4; start)
            until_one "state = 'streaming'"
            sql postgres "ALTER SYSTEM SET synchronous_standby_names = '*'"
            sql postgres 'SELECT pg_reload_conf()' >/dev/null
            until_one "sync_state = 'sync'"
            sed -n 's/^export PGPORT=//p' "$4/names" ;;
        *) echo "unknown: $3; see tests/postgres.sh" >&2; exit 2 ;;
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
    for names in "$dir/names" "$dir"/*/names; do
        sh "$here/tests/postgres.sh" control "${names%/names}" resume 2>/dev/null || true
        sh "$here/tests/postgres.sh" control "${names%/names}" crash 2>/dev/null || true
    done
    rm -rf "$dir"
}
trap finish EXIT
trap 'exit 130' INT TERM
[ -z "$as" ] || chown postgres "$dir"
cd "$dir"
initialize "$dir" || skip "initdb failed"
port=$(sed -n 's/^export PGPORT=//p' "$dir/names")
sh "$here/tests/postgres.sh" control "$dir" start || { cat "$dir/log" >&2; skip "the cluster does not start"; }
cd "$here"
export ROLEFIT_TEST_POSTGRES="postgres://rolefit@127.0.0.1:$port/postgres"
export ROLEFIT_TEST_POSTGRES_CONTROL="$here/tests/postgres.sh control $dir"

if [ "${1:-}" = shell ]; then
    shift
    "$@"
    exit
fi
features=postgres${ROLEFIT_FEATURES:+,$ROLEFIT_FEATURES}
# They wait for each other more than they compute.
export RUST_TEST_THREADS="${RUST_TEST_THREADS:-6}"
integration() { cargo test --locked --features "$features" --test integration -- "$@"; }
case "${1:-}" in
"" | --skip)
    cargo test --locked --features "$features" --lib -- store::postgres store::suite engine::follower engine::eraser
    integration postgres:: "$@"
    tests/postgres_proxy.sh
    ;;
*)
    for filter; do
        set -- "$@" "postgres::$filter"
        shift
    done
    integration "$@"
    ;;
esac
