"""biterms forget: documents of a stream, as if they had never come."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from biterms.cli import options
from biterms.cli.terminal import say, write_json
from biterms.errors import InputError, SettingError

if TYPE_CHECKING:
    from biterms.streams import Forgotten


def forget(
    model: options.LiveModel,
    ids: Annotated[
        str | None, typer.Option(metavar="ID,...", help="Ids of the texts, with commas between.")
    ] = None,
    ids_file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A file with one id per line.")
    ] = None,
    sink: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SINK",
            help="A sink of the stream that is no file, such as redis://HOST:PORT/STREAM. May be "
            "given several times.",
        ),
    ] = None,
    key_file: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="A file whose bytes are the key of hashes in the audit line. Default: audit.key "
            "in the folder.",
        ),
    ] = None,
    json: options.Json = False,
) -> None:
    """Forget texts of a stream by their ids: learn again without them, and leave no trace.

    [bold]Examples[/bold]

    biterms forget tickets.live --ids 4711,4712

    biterms forget tickets.live --ids-file asked_for.txt --key-file /etc/biterms.key
    """
    from biterms.streams import forget as forget_texts
    from biterms.streams.sinks.addresses import sink_at

    asked = _ids(ids, ids_file)
    key = None if key_file is None else _read(key_file)
    if key == b"":
        raise InputError(f"{key_file} is empty, expected the bytes of a key")
    sinks = [sink_at(address) for address in sink or []]
    found = forget_texts(model, asked, sinks=sinks, key=key)
    if json:
        write_json(found._asdict())
    else:
        _tell(found, model)


def _ids(typed: str | None, path: Path | None) -> list[str]:
    if (typed is None) == (path is None):
        raise SettingError("expected either --ids or --ids-file")
    text = typed.replace(",", "\n") if typed is not None else ""
    lines = (
        text if path is None else _read(path).decode("utf-8-sig", "surrogateescape")
    ).splitlines()
    found = [line.strip() for line in lines if line.strip()]
    if not found:
        raise InputError(f"{path or '--ids'} has no ids, expected one at least")
    return found


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None


def _tell(found: Forgotten, model: Path) -> None:
    begin = f"step {found.state:,}" if found.state else "the beginning"
    texts = "1 text" if found.documents == 1 else f"{found.documents:,} texts"
    letters = "1 dead letter" if found.letters == 1 else f"{found.letters:,} dead letters"
    if found.documents:
        say(f"{model}: {texts} forgotten, learnt again from {begin} to step {found.step:,}")
    if found.letters:
        say(f"{model}: {letters} emptied")
    if found.missing:
        named = ", ".join(found.missing[:10]) + (", ..." if len(found.missing) > 10 else "")
        ids = "1 id" if len(found.missing) == 1 else f"{len(found.missing):,} ids"
        say(f"{ids} that no text in the journal and no dead letter has: {named}")
    for line in found.left:
        say(f"left: {line}")
