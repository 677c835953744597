#!/usr/bin/env bash
# Builds `rolefit-ballista` and tests it: clusters of processes on this machine against `rolefit rank`, with an executor that is lost.
#
#   bindings/ballista/test.sh            the first build takes 10 to 20 minutes on two cores, the tests some 2
#   bindings/ballista/test.sh lost       tests by name
set -euo pipefail
cd "$(dirname "$0")"

# The program that it is compared with: the one that `cargo test` has built, unless something has changed since.
if [ -z "${ROLEFIT_PROGRAM:-}" ]; then
    built=../../target/debug/rolefit
    if [ ! -x "$built" ] || [ -n "$(find ../../src ../../Cargo.toml ../../Cargo.lock -newer "$built" -print -quit)" ]; then
        (cd ../.. && cargo build --locked --quiet)
    fi
fi

if ! cargo metadata --locked --format-version 1 >/dev/null; then
    echo "expected Cargo.lock to hold the dependencies of the crate as they are; \`cargo metadata\` without --locked makes it so" >&2
    exit 1
fi
if cargo fmt --version >/dev/null 2>&1; then cargo fmt --check; fi
if cargo clippy --version >/dev/null 2>&1; then cargo clippy --locked --quiet --all-targets -- -D warnings; fi
# Clusters one after the other, so that each has the cores it counts on.
cargo test --locked -- --test-threads=1 "$@"
