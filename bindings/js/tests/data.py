"""Prints the cases of testdata/ and of some crates as one JSON object, by the names of their files: data.py"""

import json
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
TESTDATA = ROOT / "testdata"
# Those that a crate keeps to itself, by the name of the crate.
CRATES = {
    "whatwg/cases": "crates/oneiri-whatwg/tests/it/cases.toml",
    "whatwg/errors": "crates/oneiri-whatwg/tests/it/errors.toml",
    "readers/programs": "crates/oneiri-readers/tests/programs.toml",
}
FILES = {path.relative_to(TESTDATA).as_posix(): path for path in sorted(TESTDATA.rglob("*.toml"))}
FILES |= {name: ROOT / path for name, path in CRATES.items()}

print(
    json.dumps(
        {
            name: tomllib.loads(path.read_text(encoding="utf-8"))["case"]
            for name, path in FILES.items()
        },
        default=str,
    )
)
