"""How everything is doing, in the text format of Prometheus."""

from __future__ import annotations

from collections.abc import Iterator

from biterms.serve.counters import Counters
from biterms.serve.shapes import HealthView

#: what is told: its name, whether it only grows, what it is
_TOLD = (
    ("documents_total", "counter", "Texts that the timeline has counted."),
    ("step", "counter", "Cuts that have been recorded."),
    ("followed", "gauge", "Whether a process follows the stream."),
    ("lag_seconds", "gauge", "Age of the newest text by the clock."),
    ("last_cut_timestamp_seconds", "gauge", "When the last cut came."),
    ("texts_per_second", "gauge", "Texts per second that came in the last minute."),
    ("lpp", "gauge", "Mean log probability of held-out words of the last hour of texts."),
    ("unknown_words_ratio", "gauge", "Share of words of the last hour that were not known."),
    ("dead_letters", "gauge", "Records that could not be used."),
    ("waiting_cuts", "gauge", "Cuts whose texts are still in the journal."),
    ("snapshot_step", "gauge", "The last cut of the newest snapshot."),
    ("snapshot_timestamp_seconds", "gauge", "When the newest snapshot was saved."),
    ("topics", "gauge", "Topics in use."),
    ("words", "gauge", "Words of the vocabulary."),
    ("stream_memory_bytes", "gauge", "Memory of the process that follows."),
    ("journal_bytes", "gauge", "Size of the journal."),
    ("disk_bytes", "gauge", "Size of the folder."),
    ("disk_free_bytes", "gauge", "Bytes that are free beside it."),
    ("server_memory_bytes", "gauge", "Memory of the server."),
    ("server_event_streams", "gauge", "Open streams of events."),
    ("server_snapshot_step", "gauge", "The last cut of the model that answers."),
)


def metrics_text(health: HealthView, counters: Counters) -> str:
    """Numbers as Prometheus reads them.

    Parameters
    ----------
    health : HealthView
        How the stream and the server are doing.
    counters : Counters
        Requests so far.

    Returns
    -------
    str
        The text; what is not known is left out.
    """
    lines = [*_told(_values(health)), *_sinks(health), *_requests(counters)]
    return "\n".join(lines) + "\n"


def _values(health: HealthView) -> dict[str, float | None]:
    snapshot, follower, server = health["snapshot"], health["follower"], health["server"]
    return {
        "documents_total": health["documents"],
        "step": health["step"],
        "followed": float(health["followed"]),
        "lag_seconds": health["lag"],
        "last_cut_timestamp_seconds": health["last"],
        "texts_per_second": health["rate"],
        "lpp": health["lpp"],
        "unknown_words_ratio": health["unknown"],
        "dead_letters": health["dead"],
        "waiting_cuts": health["waiting"],
        "snapshot_step": None if snapshot is None else snapshot["step"],
        "snapshot_timestamp_seconds": None if snapshot is None else snapshot["saved"],
        "topics": None if snapshot is None else snapshot["topics"],
        "words": None if snapshot is None else snapshot["words"],
        "stream_memory_bytes": None if follower is None else follower["memory"],
        "journal_bytes": health["journal"],
        "disk_bytes": health["disk"],
        "disk_free_bytes": health["free"],
        "server_memory_bytes": server["memory"],
        "server_event_streams": server["events"],
        "server_snapshot_step": server["snapshot"],
    }


def _told(values: dict[str, float | None]) -> Iterator[str]:
    for name, kind, what in _TOLD:
        if (value := values[name]) is not None:
            yield from _head(name, kind, what)
            yield f"biterms_{name} {value!r}"


def _sinks(health: HealthView) -> Iterator[str]:
    if health["sinks"]:
        yield from _head("sink_behind_steps", "gauge", "Steps that a sink has not made safe.")
    for sink in health["sinks"]:
        yield f'biterms_sink_behind_steps{{sink="{_escaped(sink["name"])}"}} {sink["behind"]}'


def _requests(counters: Counters) -> Iterator[str]:
    yield from _head("requests_total", "counter", "Requests that were answered.")
    for (path, status), n in sorted(counters.answers.items()):
        yield f'biterms_requests_total{{path="{path}",status="{status}"}} {n}'
    yield from _head("request_seconds_total", "counter", "Seconds that answers took.")
    for path, seconds in sorted(counters.seconds.items()):
        yield f'biterms_request_seconds_total{{path="{path}"}} {seconds!r}'


def _head(name: str, kind: str, what: str) -> Iterator[str]:
    yield f"# HELP biterms_{name} {what}"
    yield f"# TYPE biterms_{name} {kind}"


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
