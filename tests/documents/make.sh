#!/usr/bin/env bash
# Makes the résumés that `tests/integration/file_layouts.rs` reads, into the folder that is given, by programs of PyPI, which are kept under
# `target/documents`, and, where it is installed, LibreOffice; of all people, or of those who are named:
#
#   bash tests/documents/make.sh /tmp/resumes
#   bash tests/documents/make.sh /tmp/resumes mira jonas
#
# Ends with 3 where there is no Python, or nothing to install packages from.
set -euo pipefail
: "${1:?a folder to write to}"
here="$(cd "$(dirname "$0")" && pwd)"
programs="$here/../../target/documents/programs"
missing() { echo "tests/documents/make.sh: $1" >&2; exit 3; }
command -v python3 >/dev/null || missing "there is no python3"
[ -x "$programs/bin/python" ] || python3 -m venv "$programs" || missing "no environment for Python can be made"
"$programs/bin/pip" install --quiet --disable-pip-version-check reportlab==5.1.0 typst==0.15.2 weasyprint==70.0 fpdf2==2.8.9 python-docx==1.2.0 \
    || missing "packages of PyPI cannot be installed"
"$programs/bin/python" "$here/make.py" "$@"
