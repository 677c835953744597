#!/usr/bin/env bash
# Tells whether the crate's public API breaks users of the last release more than the version says: cargo semver-checks, with all
# features, against the newest tag of a release (`v1.2.3`), or against the revision that is named.
#
#   tests/semver.sh            the last release
#   tests/semver.sh HEAD~20    another revision
#
# Needs cargo-semver-checks (`cargo install --locked cargo-semver-checks`). Skipped, and loudly, where nothing was released yet.
set -euo pipefail
cd "$(dirname "$0")/.."
baseline=${1:-$(git tag --list 'v[0-9]*' --sort=-version:refname | head -n 1)}
if [ -z "$baseline" ]; then
    echo "SKIPPED: no release is tagged yet, and no revision is named to compare with" >&2
    exit 0
fi
cargo semver-checks --all-features --baseline-rev "$baseline"
