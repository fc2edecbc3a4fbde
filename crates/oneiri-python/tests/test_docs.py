"""The examples in the docstrings run, and every public name has one."""

import doctest
import inspect

import pytest

import oneiri
import oneiri._oneiri

MODULES = [oneiri]


def documented(module):
    """Every public name of a module and of its classes, with its docstring."""
    for name in module.__all__:
        item = getattr(module, name)
        if not (inspect.isclass(item) or callable(item)):
            continue
        yield f"{module.__name__}.{name}", item.__doc__
        for member, value in vars(item).items() if inspect.isclass(item) else ():
            if not member.startswith("_") and callable(value) | inspect.isdatadescriptor(value):
                yield f"{module.__name__}.{name}.{member}", value.__doc__


CASES = [(name, doc or "") for module in MODULES for name, doc in documented(module)]
# Fields say what they are in a line; so do aliases.
FIELDS = (oneiri.Finding, oneiri.Step, oneiri.Verdict, oneiri.Wall, oneiri.Error)


@pytest.mark.parametrize(("name", "doc"), CASES, ids=[name for name, _ in CASES])
def test_examples_run(name, doc):
    parts = name.split(".")
    owner = getattr(oneiri, parts[1], None) if len(parts) > 2 else None
    if name not in ("oneiri.Rung", "oneiri.Grammar") and owner not in FIELDS:
        assert ">>>" in doc, "no example"
    run(name, doc, vars(oneiri))


@pytest.mark.parametrize("module", MODULES)
def test_examples_of_modules_run(module):
    run(module.__name__, module.__doc__, vars(module))


def run(name, doc, names):
    test = doctest.DocTestParser().get_doctest(doc, {**names, "oneiri": oneiri}, name, None, 0)
    result = doctest.DocTestRunner(verbose=False).run(test)
    assert result.failed == 0
