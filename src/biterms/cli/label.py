"""biterms label: topics get names."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from biterms.chat import LOCAL
from biterms.cli import options
from biterms.cli.terminal import say
from biterms.errors import SettingError

SERVER = "The language model"


def label(
    model: options.Model,
    prompts: Annotated[
        Path | None, typer.Option(help="Write what a language model needs to this file, as JSON.")
    ] = None,
    names: Annotated[
        Path | None, typer.Option(help="Take names from this file, the answer as JSON.")
    ] = None,
    ask: Annotated[
        str | None,
        typer.Option(help="Ask this language model for names.", rich_help_panel=SERVER),
    ] = None,
    url: Annotated[
        str, typer.Option(help="Address of its server.", rich_help_panel=SERVER)
    ] = LOCAL,
    allow_host: Annotated[
        str | None,
        typer.Option(help="Host of --url, if it is another machine.", rich_help_panel=SERVER),
    ] = None,
    key_from: Annotated[
        str | None,
        typer.Option(help="Environment variable with its key.", rich_help_panel=SERVER),
    ] = None,
    timeout: Annotated[
        float, typer.Option(help="Seconds that one answer may take.", rich_help_panel=SERVER)
    ] = 60.0,
) -> None:
    """Name the topics of a model: from a file, or by a language model.

    [bold]Examples[/bold]

    biterms label tweets.model --prompts prompts.json

    biterms label tweets.model --names names.json

    biterms label tweets.model --ask llama3.2
    """
    from biterms import load
    from biterms.store import lock

    if [prompts, names, ask].count(None) != 2:
        raise SettingError("expected one of --prompts, --names and --ask")
    if prompts is not None:
        found = load(model).label_prompt(prompts)
        say(f"{len(found['topics'])} topics, written to {prompts}")
        return
    # From before the model is loaded: what another process learns meanwhile would be lost.
    with lock(model):
        known = load(model)
        before = known.labels_
        if names is not None:
            known.set_labels(names)
        else:
            assert ask is not None
            known.name_topics(ask, url, allow_host=allow_host, key_from=key_from, timeout=timeout)
        known.save(model)
    changed = sum(before.get(k) != name for k, name in known.labels_.items())
    say(f"{changed} {'topic' if changed == 1 else 'topics'} named, saved to {model}")
