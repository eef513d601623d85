"""The options of commands that read texts, declared once: which columns, which kind, how strict."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple

from biterms.cli import options

if TYPE_CHECKING:
    from biterms.cli.source import Source

_OPTIONS: dict[str, tuple[Any, Any]] = {
    "text": (options.Text, None),
    "id": (options.Id, None),
    "time": (options.Time, None),
    "label": (options.Label, None),
    "kind": (options.Kind, None),
    "strict": (options.Strict, False),
}


class Reading(NamedTuple):
    """What was typed: columns as `source_of` takes them."""

    text: str | None = None
    id: str | None = None
    time: str | None = None
    label: str | None = None
    kind: str | None = None
    strict: bool = False

    def source(self, files: list[str]) -> Source:
        """The texts of some files."""
        from biterms.cli.source import source_of

        columns = (self.text, self.id, self.time, self.label)
        return source_of(files, *columns, kind=self.kind, strict=self.strict)


def reads(*columns: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The command gets options for these columns, and what they say as its argument ``reading``."""

    def with_options(command: Callable[..., None]) -> Callable[..., None]:
        names = (*columns, "kind", "strict")

        @wraps(command)
        def called(**given: Any) -> None:
            typed = {name: given.pop(name) for name in names if name in given}
            command(**given, reading=Reading(**typed))

        own = inspect.signature(command, eval_str=True).parameters
        shown = [
            p for name in own for p in (_declared(names) if name == "reading" else [own[name]])
        ]
        called.__signature__ = inspect.Signature(shown)  # type: ignore[attr-defined]
        called.__annotations__ = {p.name: p.annotation for p in shown}
        return called

    return with_options


def _declared(names: tuple[str, ...]) -> list[inspect.Parameter]:
    return [
        inspect.Parameter(
            name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation
        )
        for name, (annotation, default) in ((name, _OPTIONS[name]) for name in names)
    ]
