"""Prints the cases of testdata/ as one JSON object, by the names of their files: data.py"""

import json
import tomllib
from pathlib import Path

TESTDATA = Path(__file__).resolve().parents[3] / "testdata"

print(
    json.dumps(
        {
            path.relative_to(TESTDATA).as_posix(): tomllib.loads(path.read_text(encoding="utf-8"))["case"]
            for path in sorted(TESTDATA.rglob("*.toml"))
        },
        default=str,
    )
)
