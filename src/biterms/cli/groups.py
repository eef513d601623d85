"""Options that several commands have, declared once and handed over together."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

Command = Callable[..., None]


def grouped(
    argument: str, kind: Callable[..., Any], declared: Mapping[str, tuple[Any, Any]]
) -> Callable[[Command], Command]:
    """Give a command a group of options; it gets their values in one argument.

    Parameters
    ----------
    argument : str
        The name of that argument, which is keyword-only.
    kind : callable
        Makes it of the values.
    declared : mapping of str to tuple
        The options: annotation and default of each.
    """

    def with_options(command: Command) -> Command:
        @wraps(command)
        def called(**given: Any) -> None:
            typed = {name: given.pop(name) for name in declared if name in given}
            command(**given, **{argument: kind(**typed)})

        parameters = inspect.signature(command, eval_str=True).parameters
        shown = [
            p
            for name in parameters
            for p in (_parameters(declared) if name == argument else [parameters[name]])
        ]
        called.__signature__ = inspect.Signature(shown)  # type: ignore[attr-defined]
        called.__annotations__ = {p.name: p.annotation for p in shown}
        return called

    return with_options


def _parameters(declared: Mapping[str, tuple[Any, Any]]) -> list[inspect.Parameter]:
    return [
        inspect.Parameter(
            name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation
        )
        for name, (annotation, default) in declared.items()
    ]
