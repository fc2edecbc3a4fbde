"""Runs last, by its name: no file of `testdata/` was forgotten, and no case lost."""

import pytest

from cases import RAN, files


def test_every_case_was_run(request):
    option = request.config.option
    if option.keyword or option.markexpr or request.config.args_source.name == "ARGS":
        pytest.skip("not all tests were run")
    # `oneiri diff` has other parsers beside the library, and is the command's alone.
    assert set(files()) - set(RAN) == {"diff.toml"}
    assert sum(RAN.values()) == 2098
