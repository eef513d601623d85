"""biterms timeline: the topics of a live model over time."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from biterms.cli import options
from biterms.cli.terminal import say, write_csv
from biterms.errors import MissingExtra, SettingError

if TYPE_CHECKING:
    from biterms.streams import CourseRow

COLUMNS = (
    *("time", "seconds", "topic", "label", "documents"),
    *("share", "moved", "chance"),
    *("expected", "burst", "low", "high", "alarm"),
)
#: for how long texts are counted by a period
KEPT = {"minute": "two days", "hour": "60 days", "day": "ever"}


def timeline(
    model: options.LiveModel,
    period: Annotated[
        Literal["minute", "hour", "day"], typer.Option(help="How long periods are.")
    ] = "day",
    csv: Annotated[bool, typer.Option("--csv", help="Write CSV; so it is by default.")] = False,
    parquet: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a Parquet file.")
    ] = None,
) -> None:
    """Write how many texts of each period every topic has, how far its words moved, and bursts.

    [bold]Examples[/bold]

    biterms timeline tweets.live --period hour > hours.csv

    biterms timeline tweets.live --parquet days.parquet
    """
    from biterms.streams import courses

    if csv and parquet is not None:
        raise SettingError("--csv and --parquet are two ways to write it: leave one of them out")
    rows = courses(model, period)
    if not rows:
        say(f"no texts are counted by {period}: longer ago than {KEPT[period]} they are not")
    if parquet is None:
        write_csv([_cells(row) for row in rows], COLUMNS)
    else:
        _write_parquet(rows, parquet)
        say(f"{len(rows):,} rows written to {parquet}")


def _cells(row: CourseRow) -> dict[str, Any]:
    return {
        "time": _moment(row.begin).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "seconds": row.seconds,
        "topic": row.topic,
        "label": row.label,
        "documents": row.documents,
        "share": f"{row.share:.6f}",
        "moved": None if row.moved is None else f"{row.moved:.4f}",
        "chance": None if row.chance is None else f"{row.chance:.4f}",
    } | {
        name: None if getattr(row, name) is None else f"{getattr(row, name):.2f}"
        for name in ("expected", "burst", "low", "high", "alarm")
    }


def _write_parquet(rows: list[CourseRow], path: Path) -> None:
    """Write a Parquet file; one that exists is replaced when the new one is complete."""
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError as missing:
        raise MissingExtra("Parquet", "parquet") from missing
    from biterms.store import check_file

    check_file(path)
    kinds = {
        "time": pa.timestamp("s", "UTC"),
        "seconds": pa.int64(),
        "topic": pa.int64(),
        "label": pa.string(),
        "documents": pa.int64(),
        **dict.fromkeys(COLUMNS[5:], pa.float64()),
    }
    cells = [(_moment(row.begin), *row[1:]) for row in rows]
    table = pa.table(
        {
            name: pa.array([cell[i] for cell in cells], kind)
            for i, (name, kind) in enumerate(kinds.items())
        }
    )
    part = path.with_name(f"{path.name}.part")
    parquet.write_table(table, part)
    part.replace(path)


def _moment(begin: int) -> datetime:
    return datetime.fromtimestamp(begin, UTC)
