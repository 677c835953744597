#!/usr/bin/env bash
# Résumés made anew by other programs, what is read from them held against their text, and damaged ones sent to a service:
#
#   tests/documents/check.sh          three people whose files are not kept in `made`, in every layout; 60 damaged files
#   tests/documents/check.sh long     all six people in every layout; 2,000 damaged files; some minutes
#
# Skipped, and loudly, where there is no Python, or nothing to install packages from.
set -euo pipefail
cd "$(dirname "$0")/../.."
made=target/documents/made
people=(tobias jonas priya)
if [ "${1:-}" = long ]; then
    people=()
    export ROLEFIT_CAMPAIGN="${ROLEFIT_CAMPAIGN:-2000}"
fi
rm -rf "$made"
status=0
bash tests/documents/make.sh "$made" "${people[@]}" || status=$?
if [ "$status" = 3 ]; then
    echo "SKIPPED: tests/documents/check.sh needs Python and packages of PyPI" >&2
    exit 0
fi
[ "$status" = 0 ] || exit "$status"
ROLEFIT_DOCUMENTS="$PWD/$made" cargo test --locked ${ROLEFIT_FEATURES:+--features "$ROLEFIT_FEATURES"} --test integration file_layouts -- --nocapture
