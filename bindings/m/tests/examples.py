"""Compares what the examples wrote with the comments behind them: examples.py EXAMPLES.m OUTPUT"""

import re
import sys
from pathlib import Path

source, output = (Path(name).read_text(encoding="utf-8").splitlines() for name in sys.argv[1:])
comments = [line.rpartition(",! ; ")[2] for line in source if line.strip().startswith("write ")]
# A comment is a value, in quotes if it is a text, and may go on behind a dash.
expected = [re.sub(r'^"(.*?)"( — .*)?$', r"\1", comment) for comment in comments]
if output != expected or len(expected) != 18:
    sys.exit(f"examples: wrote {output}\nbut should have written {expected}")
print(f"examples: {len(expected)} of {len(expected)} wrote what is printed behind them")
