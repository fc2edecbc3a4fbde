"""Prints the cases of some files as one JSON object, by short names: data.py"""

import json
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
FILES = {
    "json-schema": "testdata/json-schema.toml",
    "whatwg/cases": "crates/oneiri-whatwg/tests/it/cases.toml",
    "whatwg/errors": "crates/oneiri-whatwg/tests/it/errors.toml",
    "parsers/programs": "crates/oneiri-parsers/tests/programs.toml",
    "policy/bypasses": "crates/oneiri-policy/tests/bypasses.toml",
    "policy/families": "crates/oneiri-policy/tests/families.toml",
}

print(
    json.dumps(
        {
            name: file.get("case") or file.get("group") or file["denied"]
            for name, path in FILES.items()
            for file in [tomllib.loads((ROOT / path).read_text(encoding="utf-8"))]
        },
        default=str,
    )
)
