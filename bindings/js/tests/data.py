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
    "policy/fetch": "crates/oneiri-policy/tests/fetch.toml",
}

files = {name: tomllib.loads((ROOT / path).read_text(encoding="utf-8")) for name, path in FILES.items()}
data = {name: file.get("case") or file.get("group") or file.get("denied") or file["locations"].strip().splitlines() for name, file in files.items()}
data["policy/bypasses"] = list(data["policy/bypasses"].values())
for case in data["parsers/programs"]:
    for found in case.pop("found"):
        case.update(dict.fromkeys(found.pop("by").split(), found))
print(json.dumps(data, default=str))
