"""What the README shows is what comes out."""

import doctest
import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")


def test_the_example_prints_what_the_readme_shows():
    command = [sys.executable, ROOT / "examples" / "links.py"]
    said = subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout
    assert f"```text\n{said}```" in README


def test_there_are_two_commands():
    (block,) = README.split("```sh\n")[1].split("```")[:1]
    assert len(block.splitlines()) == 2


def test_the_sessions_of_the_readme():
    blocks = re.findall(r"^```python\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
    test = doctest.DocTestParser().get_doctest("".join(blocks), {}, "README.md", None, 0)
    result = doctest.DocTestRunner(verbose=False).run(test)
    assert result.attempted >= 20 and result.failed == 0


def test_the_readme_names_each_extra():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for extra in project["optional-dependencies"]:
        assert f"[{extra}]`" in README, extra
