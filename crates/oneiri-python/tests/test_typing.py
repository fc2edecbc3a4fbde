"""The stubs: what they say is so, and they pass a strict type checker."""

import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parent
PROGRAMS = [HERE / f"typed_{name}.py" for name in ("readme", "frameworks", "columns", "fetch")]


def run(*arguments):
    command = [sys.executable, "-m", *map(str, arguments)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_stubs_are_what_is_there():
    pytest.importorskip("mypy")
    pytest.importorskip("pyspark")
    run(
        "mypy.stubtest",
        "oneiri",
        "--mypy-config-file",
        "pyproject.toml",
        "--allowlist",
        HERE / "stubtest-allowlist.txt",
    )


def test_the_package_and_the_examples_are_typed():
    pytest.importorskip("mypy")
    pytest.importorskip("pyspark")
    run("mypy", "--strict", "-p", "oneiri")
    run("mypy", HERE / "typed.py", *PROGRAMS)


ADAPTERS = sorted(path for path in (ROOT / "examples").glob("*.py") if path.stem != "links")
ADAPTERS += [ROOT / "python" / "oneiri" / f"{name}.py" for name in ("aiohttp", "fetch", "httpx", "requests")]


def test_the_adapters_are_typed():
    for module in ("mypy", "pyright", "aiohttp", "django", "fastapi", "httpx", "mcp", "requests"):
        pytest.importorskip(module)
    run("mypy", "--strict", *ADAPTERS[:-4])
    run("pyright", "--pythonpath", sys.executable, *ADAPTERS)


def test_programs_of_the_pages_pass_pyright():
    pytest.importorskip("pyright")
    run("pyright", "--pythonpath", sys.executable, *PROGRAMS)
