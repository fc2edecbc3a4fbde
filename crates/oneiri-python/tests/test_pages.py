"""Each page of `docs/` says what is so: its examples run."""

import doctest
import re
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted((ROOT / "docs").glob("*.md"))
# The module that a page is about, where it has another name than the page.
MODULES = {"fetch": "httpx", "frameworks": "pydantic", "from-yarl": "yarl", "recipes": "pandas", "spark": "pyspark"}
# Pages that need no other package.
OWN = ("policy", "template", "whatwg")


def blocks(page, kind):
    return re.findall(rf"^```{kind}\n(.*?)^```", page.read_text("utf-8"), re.DOTALL | re.MULTILINE)


def run(name, text, names):
    test = doctest.DocTestParser().get_doctest(text, names, name, None, 0)
    result = doctest.DocTestRunner(verbose=False).run(test)
    assert result.attempted > 3 and result.failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_examples_of_a_page_run(page):
    if page.stem not in OWN:
        pytest.importorskip(MODULES.get(page.stem, page.stem))
    found = blocks(page, "python")
    if page.stem == "spark":
        # Its examples need a session: see below.
        assert not found and len(blocks(page, "python spark")) == 1
        return
    run(page.stem, "".join(found), {})


def test_the_examples_for_spark_run():
    pytest.importorskip("pyspark")
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java")
    from cluster import cluster

    with cluster("local[1]") as session:
        (block,) = blocks(ROOT / "docs" / "spark.md", "python spark")
        run("spark", block, {"session": session})


def test_the_readme_leads_to_each_page():
    readme = (ROOT / "README.md").read_text("utf-8")
    assert len(PAGES) == 14
    for page in PAGES:
        assert f"(docs/{page.name})" in readme
