#!/bin/sh
# Generates clients from the OpenAPI document of a running service, in Python and TypeScript, compiles them, and talks with the service
# by them. `schemathesis.sh` calls it: address of the service, folder for what is made, with a Python environment in `venv`; the service's
# key is in `ROLEFIT_KEY`.
set -eu
address=$1
work=$2
here=$(cd "$(dirname "$0")" && pwd)

curl -sf "$address/openapi.json" >"$work/openapi.json"
rm -rf "$work/python-client"
PATH="$PWD/$work/venv/bin:$PATH" "$work/venv/bin/openapi-python-client" generate --path "$work/openapi.json" --meta none --output-path "$work/python-client/rolefit_client" \
    --config "$here/clients/python.yml" --overwrite --fail-on-warning
"$work/venv/bin/python" -m compileall -q "$work/python-client"
PYTHONPATH="$work/python-client" "$work/venv/bin/python" "$here/clients/round_trip.py" "$address"

if ! command -v npm >/dev/null; then
    echo "SKIPPED: the TypeScript client needs npm, and there is none" >&2
    exit 0
fi
mkdir -p "$work/typescript"
cp "$here/clients/round_trip.ts" "$work/typescript/"
cd "$work/typescript"
[ -f package.json ] || npm init -y >/dev/null
npm pkg set type=module
npm install --silent --no-fund --no-audit "openapi-typescript@7" "openapi-fetch@0" "typescript@5" "@types/node@22" >/dev/null
npx openapi-typescript ../openapi.json --output rolefit.d.ts >/dev/null
npx tsc --strict --target es2022 --module nodenext --moduleResolution nodenext --skipLibCheck --outDir out round_trip.ts
node out/round_trip.js "$address"
