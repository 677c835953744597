"""What tests share: the sample data, the program, and an engine."""

import json
import os
import pathlib
import subprocess

import pytest

import rolefit

ROOT = pathlib.Path(__file__).resolve().parents[3]
ROLES = ROOT / "sample_data" / "roles.jsonl"
CANDIDATES = ROOT / "sample_data" / "candidates.jsonl"
AS_OF = "2026-11-01"


@pytest.fixture(scope="session")
def engine():
    return rolefit.Engine(as_of=AS_OF)


@pytest.fixture(scope="session")
def roles():
    return [json.loads(line) for line in ROLES.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="session")
def people():
    return [json.loads(line) for line in CANDIDATES.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="session")
def program():
    """The program `rolefit` of the same sources: what the package says must be what the program says."""
    path = os.environ.get("ROLEFIT_PROGRAM", str(ROOT / "target" / "debug" / "rolefit"))
    if not os.path.exists(path):
        pytest.fail(f"{path} is not there; `cargo build` makes it, ROLEFIT_PROGRAM names another")

    def run(*arguments):
        done = subprocess.run([path, *map(str, arguments)], capture_output=True, check=False)
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout.decode()

    return run
