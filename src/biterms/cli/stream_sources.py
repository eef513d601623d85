"""The sources of `biterms stream` by what was typed, and by what a file says of each."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import parse_qs, quote, urlsplit

from biterms.cli.reading import Reading

if TYPE_CHECKING:
    from biterms.cli.stream_file import SourceTable
    from biterms.streams import Source


def source_of(
    address: str,
    reading: Reading,
    table: SourceTable | None,
    group: str | None,
    *,
    follow: bool,
    once: bool,
) -> Source:
    """The source at an address.

    Parameters
    ----------
    address : str
        What was typed, or what a file says.
    reading : Reading
        Columns and formats that count for all sources.
    table : SourceTable or None
        What a file says of this one.
    group : str or None
        The name of the model among the readers of a broker.
    follow, once : bool
        Whether to wait for more, and whether to end when nothing comes.

    Returns
    -------
    Source
    """
    from biterms.streams.sources.addresses import source_at
    from biterms.streams.sources.once import Once

    if table is not None:
        reading = reading._replace(**table.columns)
    columns = reading.columns([address])
    known = {"kind": reading.kind, "encoding": reading.encoding}
    source = source_at(_grouped(address, group), columns, **known, follow=follow)
    if table is not None and "://" not in address:
        source.name = table.name  # wherever the file is, so that positions are found again
    return Once(source) if once else source


def _grouped(address: str, group: str | None) -> str:
    """An address of a broker with the group, unless it has one."""
    parts = urlsplit(address)
    if group is None or parts.scheme not in ("redis", "rediss", "kafka"):
        return address
    if "group" in parse_qs(parts.query):
        return address
    return f"{address}{'&' if parts.query else '?'}group={quote(group, safe='')}"
