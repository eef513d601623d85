"""Finds what is wrong with docstrings: no first sentence, or not the parameters that there are.

Everything that a module defines and does not begin with an underscore needs a first sentence, and
if its docstring names parameters, they are those it has. What a package exports is for users: it
must name them.
"""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Iterator
from typing import Any

HEADING = re.compile(r"^(?P<name>[A-Z]\w+(?: \w+)?)\n-{3,}$", re.MULTILINE)
#: a line of the section Parameters that names some; descriptions are indented
NAMES = re.compile(r"^(?P<names>\*{0,2}\w+(?:, \*{0,2}\w+)*)(?: ?:.*)?$", re.MULTILINE)


def exported(packages: list[str]) -> dict[str, Any]:
    """Classes and functions that packages list in ``__all__``, by the names they are defined as."""
    found = {}
    for package in map(importlib.import_module, packages):
        for name in getattr(package, "__all__", ()):
            thing = getattr(package, name)
            if inspect.isclass(thing) or inspect.isfunction(thing):
                found[f"{thing.__module__}.{thing.__qualname__}"] = thing
    return {name: thing for name, thing in found.items() if name.startswith("biterms.")}


def faults_of_users(thing: Any) -> Iterator[str]:
    """Faults of what users are given: a function, or a class with all that it inherits from us."""
    yield from _faults(f"{thing.__module__}.{thing.__qualname__}", thing, None, complete=True)
    for owner in thing.__mro__ if inspect.isclass(thing) else ():
        if owner.__module__.startswith("biterms."):
            for name, method in methods(owner):
                at = f"{owner.__module__}.{owner.__qualname__}.{name}"
                yield from _faults(at, method, owner, complete=True)


def faults_of_module(module: str) -> Iterator[str]:
    """Faults of everything that a module defines for other modules."""
    found = importlib.import_module(module)
    for name, thing in vars(found).items():
        if name.startswith("_") or getattr(thing, "__module__", None) != module:
            continue
        if inspect.isclass(thing) or inspect.isfunction(thing):
            yield from _faults(f"{module}.{name}", thing, None, complete=False)
        for own, method in methods(thing) if inspect.isclass(thing) else ():
            yield from _faults(f"{module}.{name}.{own}", method, thing, complete=False)


def methods(owner: type) -> Iterator[tuple[str, Any]]:
    """Public methods and properties that a class defines itself."""
    for name, method in vars(owner).items():
        if not name.startswith("_") and is_method(method):
            yield name, method


def is_method(thing: Any) -> bool:
    """Whether it has, or should have, a docstring: fields and constants have none."""
    kinds = (staticmethod, classmethod, property)
    return inspect.isfunction(thing) or isinstance(thing, kinds) or hasattr(thing, "func")


def _faults(name: str, thing: Any, owner: type | None, *, complete: bool) -> Iterator[str]:
    text = inspect.cleandoc(thing.__doc__ or "")
    if not text:
        yield f"{name}: no docstring"
        return
    if not text.partition("\n\n")[0].endswith("."):
        yield f"{name}: the first sentence does not end with a period"
    named, wanted = parameters_named(text), parameters_of(thing)
    if named is None:
        if complete and wanted and not (owner and inherited(owner, thing)):
            yield f"{name}: no section Parameters for {', '.join(wanted)}"
    elif sorted(named) != sorted(wanted):
        takes = ", ".join(wanted) or "none"
        yield f"{name}: Parameters are {', '.join(named)}, but it takes {takes}"


def parameters_named(text: str) -> list[str] | None:
    """The names in the section Parameters, without stars; None if there is no such section."""
    parts = HEADING.split(text)
    sections = dict(zip(parts[1::2], parts[2::2], strict=True))
    if "Parameters" not in sections:
        return None
    lines = [found["names"] for found in NAMES.finditer(sections["Parameters"])]
    return [name.lstrip("*") for line in lines for name in line.split(", ")]


def parameters_of(thing: Any) -> list[str]:
    """What a call takes; of a class, what makes one."""
    if isinstance(thing, property) or hasattr(thing, "func"):
        return []
    if inspect.isclass(thing):
        if getattr(thing, "_is_protocol", False) or issubclass(thing, BaseException):
            return []
    elif isinstance(thing, classmethod | staticmethod):
        return [name for name in signature(thing.__func__) if name != "cls"]
    return [name for name in signature(thing) if name != "self" and not name.startswith("_")]


def signature(thing: Any) -> list[str]:
    try:
        return list(inspect.signature(thing).parameters)
    except ValueError:  # a class that is made by others
        return []


def inherited(owner: type, thing: Any) -> bool:
    """Whether a class further up says what the parameters of this method are."""
    name = getattr(thing, "__name__", "")
    above = (vars(base).get(name) for base in owner.__mro__[1:])
    return any(parameters_named(inspect.cleandoc(base.__doc__ or "")) for base in above if base)
