"""biterms stream: follow sources that never end, and lose nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from biterms.cli import options
from biterms.cli.configured import configured
from biterms.cli.groups import grouped
from biterms.cli.log import check_log
from biterms.cli.new_model import NewModel, makes_model
from biterms.cli.reading import Reading
from biterms.cli.remembered import check_timed
from biterms.cli.serving import check_serving, served
from biterms.cli.status import show_health
from biterms.cli.stream_file import SourceTable
from biterms.cli.stream_sources import source_of
from biterms.cli.terminal import say
from biterms.errors import SettingError

_COLUMNS: dict[str, tuple[Any, Any]] = {
    "text": (options.Text, None),
    "id": (options.Id, None),
    "time": (options.Time, None),
    "label": (options.Label, None),
    "kind": (options.Kind, None),
    "encoding": (options.Encoding, None),
}
Sources = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="SOURCE",
        help="Files, folders or patterns; - is stdin; redis://HOST:PORT/STREAM; "
        "kafka://HOST:PORT/TOPIC.",
        show_default=False,
    ),
]
Folder = Annotated[
    Path | None,
    typer.Option(
        "--model", "-m", help="Folder of the live model, which must be said; made if there is none."
    ),
]
Every = Annotated[
    int,
    options.whole(least=1, most=1 << 20, help="Texts of a minibatch: learnt when they are there."),
]
Commit = Annotated[
    int | None,
    options.whole(
        least=1,
        most=1 << 20,
        help="Texts that are recorded in one transaction at most, where many have come; 8,192 if "
        "not given.",
    ),
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
NoTexts = Annotated[
    bool,
    typer.Option("--no-texts", help="Keep no texts for people to look at, and remove those kept."),
]
OnAlarm = Annotated[
    str | None,
    typer.Option(
        "--on-alarm",
        metavar="COMMAND|URL",
        help="Run a command for each alarm, which is JSON on its stdin, or send it to a URL.",
        show_default=False,
    ),
]
LateAfter = Annotated[
    str | None,
    typer.Option(
        "--lateness",
        metavar="<span>",
        help="A text is late if one before it was written so much later, such as 2h: it is counted "
        "apart. Needs --time.",
    ),
]
Late = Annotated[
    Literal["learn", "drop"],
    typer.Option(help="Whether late texts are learnt from, or only recorded and counted."),
]
States = Annotated[
    str | None,
    typer.Option(
        metavar="<span>,<span>,<span>",
        help="Keep old states of the model, to go back to with --at: one an hour for the first "
        "span, one a day for the second, one a week for the third, such as 24h,30d.",
        show_default=False,
    ),
]
Retain = Annotated[
    str | None,
    typer.Option(
        metavar="<span>",
        help="Keep the texts in the journal so long, and a state from which the present model can "
        "be reached again with them. Default: until the next snapshot.",
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
Group = Annotated[
    str | None,
    typer.Option(
        "--group",
        help="Under which name Redis and Kafka know this model, by default biterms: each needs its "
        "own.",
    ),
]
Log = Annotated[
    str | None,
    typer.Option(
        "--log",
        metavar="FILE|-",
        help="Write what happens as JSON lines: started, texts of each minute, snapshots, trouble, "
        "stopped. No texts.",
    ),
]
Serve = Annotated[
    bool,
    typer.Option("--serve", help="Serve the live model, too, as `biterms serve` does, on --port."),
]
Port = Annotated[
    int, options.whole(least=0, most=65535, help="The port of --serve; 0 is any that is free.")
]
Check = Annotated[bool, typer.Option("--check", help="Only say whether all options are good.")]
Status = Annotated[
    bool, typer.Option("--status", help="Only show how it is doing, as `biterms status` does.")
]


@configured(*_COLUMNS)
@makes_model("--method")
@grouped("reading", Reading, _COLUMNS)
def stream(
    sources: Sources = None,
    model: Folder = None,
    *,
    every: Every = 100,
    within: Within = "1s",
    commit: Commit = None,
    follow: Follow = False,
    once: Once = False,
    sink: Sinks = None,
    no_texts: NoTexts = False,
    on_alarm: OnAlarm = None,
    lateness: LateAfter = None,
    late: Late = "learn",
    states: States = None,
    retain: Retain = None,
    false_alarms: FalseAlarms = 1.0,
    new: NewModel,
    group: Group = None,
    log: Log = None,
    serve: Serve = False,
    port: Port = 8765,
    check: Check = False,
    status: Status = False,
    quiet: options.Quiet = False,
    reading: Reading,
    tables: dict[str, SourceTable],
) -> None:
    """Follow a stream: whatever ends the command, it goes on where it was, and nothing is lost.

    [bold]Examples[/bold]

    biterms stream tickets/ --follow --model tickets.live -k 50

    biterms stream redis://127.0.0.1:6379/tweets --text tweet --model tweets.live

    tail -F chat.log | biterms stream - --model chat.live --sink topics.jsonl

    biterms stream --config stream.toml
    """
    from biterms.cli.following import run

    if model is None:
        raise SettingError("no --model was given, expected the folder of the live model")
    if status:
        show_health(model)
        return
    if not sources:
        raise SettingError("no SOURCE was given, expected one at least, such as a folder of texts")
    if follow and once:
        raise SettingError("--follow waits for more and --once does not: leave one of them out")
    check_timed(new.remember, new.half_life, reading.time)
    if lateness is not None and reading.time is None:
        raise SettingError(
            f"--lateness {lateness[:40]}: say with --time where the time of a text is"
        )
    if no_texts and retain is not None:
        raise SettingError(
            f"--no-texts keeps no texts, and --retain {retain[:40]} keeps them: choose one of them"
        )
    from biterms.streams.lateness import Lateness
    from biterms.streams.messengers import messenger
    from biterms.streams.sinks.addresses import sink_at
    from biterms.text.counted import n_texts

    made = [
        source_of(address, reading, tables.get(address), group, follow=follow, once=once)
        for address in sources
    ]
    into = [sink_at(address) for address in sink or ()]
    cutting = {"every": every, "within": _seconds(within), "commit": commit}
    kept = _kept(states, retain) | {"lateness": lateness, "late": late}
    told = {"sinks": into, "texts": not no_texts, "false_alarms": false_alarms}
    told["on_alarm"] = None if on_alarm is None else messenger(on_alarm)
    Lateness.read(lateness, late)
    check_log(log)
    if serve:
        check_serving(port)
    beginning = new.make()
    if check:
        say(f"{model}: good, {n_texts(len(made), 'source')} and {n_texts(len(into), 'sink')}")
        return
    with served(model, port if serve else None, quiet=quiet):
        run(made, model, beginning, quiet=quiet, log=log, **told, **cutting, **kept)


def _seconds(within: str) -> float | None:
    from biterms.learning.span import span_seconds

    if within == "never":
        return None
    try:
        return span_seconds(within)
    except ValueError as error:
        raise SettingError(f"--within {within[:40]}: {error}, or never") from None


def _kept(states: str | None, retain: str | None) -> dict[str, Any]:
    """Which old states and texts are kept; what makes no sense is refused before anything else."""
    from biterms.streams.kept import Keeping

    spans = [] if states is None else states.split(",")
    try:
        Keeping.of(spans, retain)
    except SettingError as error:
        raise SettingError("--" + str(error).replace("=", " ", 1)) from None
    return {"states": spans, "retain": retain}
