#!/usr/bin/env bash
# Builds the wheel, installs it into an environment of its own, and tests it there: documentation, types, then everything of `tests`.
#
#   bindings/python/test.sh              an optimized wheel (the profile `release`), all tests
#   bindings/python/test.sh --dev        quicker to build: the profile `dev`
#   PYTHON=python3.9 bindings/python/test.sh
#
# Spark is tested where there is Java, and skipped, loudly, elsewhere.
set -euo pipefail
cd "$(dirname "$0")"

profile=--release
if [ "${1:-}" = --dev ]; then
    profile="--profile dev"
    shift
fi
python=${PYTHON:-python3}
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null; then
    echo "SKIPPED: the wheel is not tested, as there is no Python of version 3.9 or later" >&2
    exit 0
fi
tests=$PWD/tests
environment=$PWD/target/venv-$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
if [ ! -x "$environment/bin/python" ]; then "$python" -m venv "$environment"; fi
install() { "$environment/bin/python" -m pip install --quiet --disable-pip-version-check "$@"; }
install 'maturin>=1.9,<2' pytest mypy pandas polars pyarrow
if command -v java >/dev/null 2>&1; then
    install 'pyspark>=3.4'
else
    echo "SKIPPED: Spark is not tested, as there is no Java (apt-get install openjdk-17-jre-headless)" >&2
fi

# The program that the package is compared with: the one that `cargo test` has built, unless something has changed since.
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
rm -rf target/wheels
# shellcheck disable=SC2086
"$environment/bin/maturin" build --locked --quiet $profile --out target/wheels
install --force-reinstall --no-deps target/wheels/rolefit-*.whl
ls -l target/wheels

# Away from the sources, so that only what is in the wheel is found.
cd "$environment"
bin/python -m pytest -q -p no:cacheprovider --doctest-modules --pyargs rolefit
bin/python - "$tests/../README.md" <<'PYTHON'
import doctest, sys
failed, tried = doctest.testfile(sys.argv[1], module_relative=False)
sys.exit(f"{failed} of {tried} examples of the README fail" if failed or not tried else 0)
PYTHON
bin/python -m mypy --strict -p rolefit
bin/python -m mypy.stubtest rolefit._native
bin/python -m pytest -q -p no:cacheprovider -rs "$@" "$tests"
