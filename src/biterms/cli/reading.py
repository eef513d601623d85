"""The options of commands that read texts, declared once: columns, kind of file, strictness."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple

from biterms.cli import options
from biterms.errors import SettingError

if TYPE_CHECKING:
    from biterms.cli.source import TextFiles
    from biterms.text.times import TimeColumn

_OPTIONS: dict[str, tuple[Any, Any]] = {
    "text": (options.Text, None),
    "id": (options.Id, None),
    "time": (options.Time, None),
    "time_format": (options.TimeFormat, None),
    "time_zone": (options.TimeZone, None),
    "label": (options.Label, None),
    "kind": (options.Kind, None),
    "encoding": (options.Encoding, None),
    "strict": (options.Strict, False),
}


class Reading(NamedTuple):
    """The options as they were typed."""

    text: str | None = None
    id: str | None = None
    time: str | None = None
    label: str | None = None
    kind: str | None = None
    encoding: str | None = None
    strict: bool = False
    time_format: str | None = None
    time_zone: str | None = None

    def source(self, files: list[str]) -> TextFiles:
        """Return the texts of some files."""
        from biterms.cli.source import source_of

        typed = (self.text, self.id, self.time, self.label)
        return source_of(
            files, typed, self._times(), kind=self.kind, encoding=self.encoding, strict=self.strict
        )

    def _times(self) -> TimeColumn | None:
        if self.time is None:
            for option, value in (("format", self.time_format), ("zone", self.time_zone)):
                if value is not None:
                    raise SettingError(f"--time-{option}: say with --time where the time is")
            return None
        from biterms.text.times import TimeColumn

        return TimeColumn(self.time_format, self.time_zone or "UTC")


def reads(*columns: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command options for these columns; it gets their values as ``reading``."""

    def with_options(command: Callable[..., None]) -> Callable[..., None]:
        times = ("time_format", "time_zone") if "time" in columns else ()
        names = (*columns, *times, "kind", "encoding", "strict")

        @wraps(command)
        def called(**given: Any) -> None:
            typed = {name: given.pop(name) for name in names if name in given}
            command(**given, reading=Reading(**typed))

        parameters = inspect.signature(command, eval_str=True).parameters
        shown = [
            p
            for name in parameters
            for p in (_declared(names) if name == "reading" else [parameters[name]])
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
