"""biterms stream: follow sources that never end, and lose nothing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from biterms.cli import options
from biterms.cli.groups import grouped
from biterms.cli.new_model import NewModel, makes_model
from biterms.cli.reading import Reading
from biterms.errors import SettingError

if TYPE_CHECKING:
    from biterms.streams import Source

_COLUMNS: dict[str, tuple[Any, Any]] = {
    "text": (options.Text, None),
    "id": (options.Id, None),
    "time": (options.Time, None),
    "label": (options.Label, None),
    "kind": (options.Kind, None),
    "encoding": (options.Encoding, None),
}
Sources = Annotated[
    list[str],
    typer.Argument(
        metavar="SOURCE",
        help="Files, folders or patterns; - is stdin; redis://HOST:PORT/STREAM; "
        "kafka://HOST:PORT/TOPIC.",
        show_default=False,
    ),
]
Folder = Annotated[
    Path,
    typer.Option("--model", "-m", help="Folder of the live model; made if there is none."),
]
Every = Annotated[
    int,
    options.whole(least=1, most=1 << 20, help="Texts of a minibatch: learnt when they are there."),
]
Within = Annotated[
    str,
    typer.Option(
        metavar="<span>|never",
        help="Fewer texts are learnt from after this time; with never the model does not depend "
        "on when texts came.",
    ),
]
Sinks = Annotated[
    list[str] | None,
    typer.Option(
        "--sink",
        metavar="FILE.jsonl|FOLDER.parquet|URL",
        help="Write the topic of each text there, too: JSON lines, Parquet files by day, "
        "redis://HOST:PORT/STREAM or kafka://HOST:PORT/TOPIC. May be given several times.",
        show_default=False,
    ),
]
FalseAlarms = Annotated[
    float,
    typer.Option(
        "--false-alarms",
        min=0,
        help="How many alarms a day there may be where nothing happens: the threshold of alarms. "
        "0 turns them off.",
    ),
]
Follow = Annotated[
    bool, typer.Option("--follow", help="Wait for more: files that grow, and new files of folders.")
]
Once = Annotated[
    bool, typer.Option("--once", help="End when nothing more comes: for runs that a timer starts.")
]


@makes_model("--method")
@grouped("reading", Reading, _COLUMNS)
def stream(
    sources: Sources,
    model: Folder,
    *,
    every: Every = 100,
    within: Within = "1s",
    follow: Follow = False,
    once: Once = False,
    sink: Sinks = None,
    false_alarms: FalseAlarms = 1.0,
    new: NewModel,
    quiet: options.Quiet = False,
    reading: Reading,
) -> None:
    """Follow a stream: whatever ends the command, it goes on where it was, and nothing is lost.

    [bold]Examples[/bold]

    biterms stream tickets/ --follow --model tickets.live -k 50

    biterms stream redis://127.0.0.1:6379/tweets --text tweet --model tweets.live

    tail -F chat.log | biterms stream - --model chat.live --sink topics.jsonl
    """
    from biterms.cli.following import run

    if follow and once:
        raise SettingError("--follow waits for more and --once does not: leave one of them out")
    from biterms.streams.sinks.addresses import sink_at

    made = [_source(address, reading, follow=follow, once=once) for address in sources]
    into = [sink_at(address) for address in sink or ()]
    how = {"every": every, "within": _seconds(within), "false_alarms": false_alarms}
    run(made, model, new.make(), how, sinks=into, quiet=quiet)


def _source(address: str, reading: Reading, *, follow: bool, once: bool) -> Source:
    from biterms.streams.sources.addresses import source_at
    from biterms.streams.sources.once import Once as UpToSilence

    columns = reading.columns([address])
    known = {"kind": reading.kind, "encoding": reading.encoding}
    source = source_at(address, columns, **known, follow=follow)
    return UpToSilence(source) if once else source


def _seconds(within: str) -> float | None:
    from biterms.learning.span import span_seconds

    if within == "never":
        return None
    try:
        return span_seconds(within)
    except ValueError as error:
        raise SettingError(f"--within {within[:40]}: {error}, or never") from None
