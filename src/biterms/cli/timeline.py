"""biterms timeline: the topics of a live model over time."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Literal

import typer

from biterms.cli import options
from biterms.cli.terminal import write_csv


def timeline(
    model: options.Model,
    period: Annotated[
        Literal["minute", "hour", "day"], typer.Option(help="How long periods are.")
    ] = "day",
) -> None:
    """Write how many texts of each period every topic has, counted over all of them, as CSV.

    [bold]Examples[/bold]

    biterms timeline tweets.live --period hour > hours.csv
    """
    from biterms import load
    from biterms.streams import prevalence

    rows = prevalence(model, period)
    labels = {topic.id: topic.label for topic in load(model).topics()}
    write_csv(
        [
            {
                "time": datetime.fromtimestamp(row.begin, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
                "seconds": row.length,
                "topic": row.topic,
                "label": labels.get(row.topic, ""),
                "documents": row.documents,
                "share": f"{row.share:.6f}",
            }
            for row in rows
        ]
    )
