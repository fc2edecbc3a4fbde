"""What the README shows is what comes out."""

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


def test_the_values_of_the_readme():
    block = README.split("```python\n")[1].split("```")[0]
    names = {}
    exec(block, names)
    assert str(names["iri"].normalize()) == "http://example.org/rosé?q#top"
    assert str(names["iri"].normalize("path")) == "http://example.org:80/rosé?q#top"
    joined = names["iri"].with_path("/c d", repair=True).join_segments("e/f")
    assert joined.path == "/c%20d/e%2Ff"
    assert names["uri"].query_value("q") == "a&b"
    uri = names["uri"]
    assert (str(uri.parent), uri.name, uri.suffix) == ("http://h/docs", "a.tar.gz", ".gz")
    assert uri.with_query_pair("lang", "f&r").query == "q=a%26b&lang=f%26r"
    assert names["verdict"].rung == "protocol" and names["ladder"].problems == []


def test_the_readme_names_each_extra():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for extra in project["optional-dependencies"]:
        assert f"[{extra}]`" in README, extra
