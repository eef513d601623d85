"""The options of commands that read texts, declared once: columns, kind of file, strictness."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from biterms.cli import options
from biterms.cli.groups import Command, grouped
from biterms.errors import SettingError

if TYPE_CHECKING:
    from biterms.cli.source import TextFiles
    from biterms.text.readers import Columns
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
            files, typed, self.times(), kind=self.kind, encoding=self.encoding, strict=self.strict
        )

    def columns(self, files: list[str]) -> Columns:
        """Return the columns of some files."""
        from biterms.cli.source import columns_of

        return columns_of(files, (self.text, self.id, self.time, self.label), self.kind)

    def times(self) -> TimeColumn | None:
        """Return how times are read; None if there are none."""
        if self.time is None:
            for option, value in (("format", self.time_format), ("zone", self.time_zone)):
                if value is not None:
                    raise SettingError(f"--time-{option}: say with --time where the time is")
            return None
        from biterms.text.times import TimeColumn

        return TimeColumn(self.time_format, self.time_zone or "UTC")


def reads(*columns: str) -> Callable[[Command], Command]:
    """Give a command options for these columns; it gets their values as ``reading``."""
    times = ("time_format", "time_zone") if "time" in columns else ()
    names = (*columns, *times, "kind", "encoding", "strict")
    return grouped("reading", Reading, {name: _OPTIONS[name] for name in names})
