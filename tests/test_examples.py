"""The examples in docstrings run and print what they say."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import biterms


def examples() -> list[doctest.DocTest]:
    """Every docstring of the package with an example in it."""
    finder, found = doctest.DocTestFinder(exclude_empty=True), list[doctest.DocTest]()
    for info in pkgutil.walk_packages(biterms.__path__, "biterms."):
        module = importlib.import_module(info.name)
        found += [test for test in finder.find(module) if test.examples]
    return found


def test_every_example_prints_what_it_says() -> None:
    runner, tests = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False), examples()
    report: list[str] = []
    for test in tests:
        runner.run(test, out=report.append)
    assert not runner.summarize(verbose=False).failed, "".join(report)
    shown = {test.name.rpartition(".")[2] for test in tests}
    assert {*biterms.__all__} - {"__version__"} <= shown, "public names without an example"
