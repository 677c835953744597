#!/usr/bin/env bash
# Makes the résumés that `tests/integration/file_layouts.rs` reads, into the folder that is given, by programs of PyPI and, where it is
# installed, LibreOffice: `bash tests/documents/make.sh /tmp/resumes`, then
# `ROLEFIT_DOCUMENTS=/tmp/resumes cargo test --test integration file_layouts -- --nocapture`.
set -euo pipefail
out="${1:?a folder to write to}"
here="$(cd "$(dirname "$0")" && pwd)"
programs="$(mktemp -d)"
trap 'rm -rf "$programs"' EXIT
python3 -m venv "$programs"
"$programs/bin/pip" install --quiet reportlab==5.1.0 typst==0.15.2 weasyprint==70.0 fpdf2==2.8.9 python-docx==1.2.0
"$programs/bin/python" "$here/make.py" "$out"
