"""Compares what examples wrote with the comments after them: examples.py SOURCE OUTPUT COUNT"""

import re
import sys
from pathlib import Path

source, output = (Path(name).read_text(encoding="utf-8").splitlines() for name in sys.argv[1:3])
comments = [found[1] for line in source if (found := re.search(r",!\s+; (.*)", line))]
# A comment is a value, in quotes if it is a text of the module's own examples, and may go on after a dash.
expected = [re.sub(r'^"(.*?)"( — .*)?$', r"\1", comment) for comment in comments]
if output != expected or len(expected) != int(sys.argv[3]):
    sys.exit(f"examples: wrote {output}\nbut should have written {expected}")
print(f"examples of {Path(sys.argv[1]).name}: {len(expected)} of {len(expected)} wrote what is printed after them")
