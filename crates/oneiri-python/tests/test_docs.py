"""The examples in the docstrings run, and every public name has one."""

import doctest
import importlib.util
import inspect

import pytest

import oneiri
import oneiri.arrow
import oneiri.compat.rfc3987
import oneiri.compat.w3lib
import oneiri.fetch
import oneiri.policy
import oneiri.template
import oneiri.whatwg

MODULES = [
    oneiri,
    oneiri.arrow,
    oneiri.compat.rfc3987,
    oneiri.compat.w3lib,
    oneiri.fetch,
    oneiri.policy,
    oneiri.template,
    oneiri.whatwg,
]
OTHERS = "aiohttp duckdb fastapi httpx jsonschema pandas polars rdflib requests scrapy sqlalchemy sqlite3"
for name in OTHERS.split():
    if importlib.util.find_spec(name):
        MODULES.append(importlib.import_module(f"oneiri.{name}"))


def documented(module):
    """Every public name of a module and of its classes, with its docstring."""
    for name in module.__all__:
        item = getattr(module, name)
        if not (inspect.isclass(item) or callable(item)):
            continue
        yield f"{module.__name__}.{name}", item.__doc__
        for member, value in vars(item).items() if inspect.isclass(item) else ():
            if not member.startswith("_") and callable(value) | inspect.isdatadescriptor(value):
                yield f"{module.__name__}.{name}.{member}", getattr(item, member).__doc__


CASES = [(name, doc or "", module) for module in MODULES for name, doc in documented(module)]
# Fields and what is inherited say what they are in a line; so do aliases and protocols.
PLAIN = (
    "oneiri.Rung",
    "oneiri.Grammar",
    "oneiri.Finding.",
    "oneiri.Step.",
    "oneiri.Verdict.",
    "oneiri.Difference.",
    "oneiri.policy.Decision.",
    "oneiri.policy.Reason.",
    "oneiri.template.Match.",
    "oneiri.whatwg.ValidationError.",
    "oneiri.arrow.Array.",
    "oneiri.fetch.Denied.",
    "oneiri.fetch.Hop.",
    "oneiri.httpx.PolicyTransport.",
    "oneiri.httpx.AsyncPolicyTransport.",
    "oneiri.requests.Session.",
    "oneiri.arrow.ChunkedArray.",
    "oneiri.arrow.ArrowArray",
    "oneiri.arrow.ArrowStream",
    "oneiri.arrow.Column",
    "oneiri.arrow.Errors",
    # These have the examples of `oneiri.arrow`.
    "oneiri.pandas.IriAccessor.",
    "oneiri.polars.IriExpr.",
    "oneiri.polars.IriSeries.",
    "oneiri.rdflib.PrefixMap.",
    "oneiri.sqlalchemy.UriType.",
    "oneiri.sqlalchemy.UriRefType.",
    "oneiri.sqlalchemy.IriType.",
    "oneiri.sqlalchemy.IriRefType.",
    "oneiri.scrapy.LinkExtractor.",
    "oneiri.scrapy.RequestFingerprinter.",
    "oneiri.compat.rfc3987.Parts",
)


@pytest.mark.parametrize(("name", "doc", "module"), CASES, ids=[case[0] for case in CASES])
def test_examples_run(name, doc, module):
    if not name.startswith(PLAIN):
        assert ">>>" in doc, "no example"
    run(name, doc, vars(module))


@pytest.mark.parametrize("module", MODULES)
def test_examples_of_modules_run(module):
    run(module.__name__, module.__doc__, vars(module))


def run(name, doc, names):
    test = doctest.DocTestParser().get_doctest(doc, {**names, "oneiri": oneiri}, name, None, 0)
    result = doctest.DocTestRunner(verbose=False).run(test)
    assert result.failed == 0
