#!/usr/bin/env bash
# Compares every public signature of the crate, with all features, with tests/public_api.txt; with UPDATE=1 it writes that file.
#
# Needs cargo-public-api (`cargo install --locked cargo-public-api`). It reads rustdoc's JSON, which a stable compiler
# writes when RUSTC_BOOTSTRAP is set. Another compiler writes some signatures in another way, so the file's first line names the one
# that it was written by; with another one the comparison is skipped, loudly.
set -euo pipefail
cd "$(dirname "$0")/.."
listed=tests/public_api.txt
compiler="# $(rustc --version | cut -d ' ' -f 1,2)"
if [ -z "${UPDATE:-}" ] && [ "$(head -n 1 "$listed")" != "$compiler" ]; then
    echo "SKIPPED: $listed was written by another compiler ($(head -n 1 "$listed")) than this one ($compiler)" >&2
    exit 0
fi
found=$(mktemp)
trap 'rm -f "$found"' EXIT
echo "$compiler" > "$found"
RUSTC_BOOTSTRAP=1 cargo public-api -sss --all-features >> "$found"
if [ -n "${UPDATE:-}" ]; then
    cp "$found" "$listed"
elif ! diff --unified=0 "$listed" "$found"; then
    echo "the public API is not that of $listed: tell of the change in CHANGELOG.md, and run UPDATE=1 tests/public_api.sh" >&2
    exit 1
fi
