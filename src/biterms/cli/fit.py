"""biterms fit: learn a model from files of texts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from biterms.cli import fit_options as of
from biterms.cli import options
from biterms.cli.new_model import NewModel, makes_model
from biterms.cli.reading import Reading, reads
from biterms.cli.remembered import check_timed
from biterms.errors import SettingError

if TYPE_CHECKING:
    from biterms.store.budget import MemoryBudget


@makes_model("--model")
@reads("text", "id", "time", "label")
def fit(
    files: options.Files,
    out: of.Out,
    *,
    new: NewModel,
    passes: of.Passes = None,
    stream: of.Stream = False,
    memory: of.Memory = None,
    temp_dir: of.TempDir = None,
    cluster: of.Cluster = None,
    quiet: options.Quiet = False,
    reading: Reading,
) -> None:
    """Learn topics from files of texts and save the model.

    [bold]Examples[/bold]

    biterms fit tweets.jsonl -o tweets.model -k 100

    biterms fit tickets.csv -o tickets.model --model hdp-b --profile tickets

    biterms fit news.csv --text title --time date --seeds seeds.txt -o news.model

    zcat titles.txt.gz | biterms fit - -o titles.model

    biterms fit "/data/tweets/*.jsonl" -o tweets.model -k 100 --cluster tcp://10.0.0.1:8786
    """
    from biterms.cli.learning import learn
    from biterms.cli.on_cluster import learn_on
    from biterms.store import lock

    _check(new, stream=stream, passes=passes, cluster=cluster, memory=memory)
    budget = _budget(memory, temp_dir)
    known = new.make(passes)
    check_timed(new.remember, new.half_life, reading.time)
    with lock(out):
        if cluster is not None:
            learn_on(cluster, known, files, reading, out, quiet=quiet)
            return
        learn(known, reading.source(files), out, stream=stream, quiet=quiet, memory=budget)


def _check(
    new: NewModel, *, stream: bool, passes: int | None, cluster: str | None, memory: str | None
) -> None:
    """Refuse options that contradict each other.

    Raises
    ------
    SettingError
        If some do.
    """
    contradictions = {
        "--cluster reads files in parts: leave --stream out": stream and cluster is not None,
        "--stream is one pass: leave --passes out": stream and passes is not None,
        "--topics auto needs all texts at once: leave --stream out": stream
        and new.topics == "auto",
        "--learner batch needs all texts at once: leave --stream out": stream
        and new.learner == "batch",
        "--stream reads texts once and holds few of them: leave --memory out": stream
        and memory is not None,
        "--cluster holds texts in the memory of its workers: leave --memory out": cluster
        is not None
        and memory is not None,
    }
    for message, found in contradictions.items():
        if found:
            raise SettingError(message)


def _budget(memory: str | None, temp_dir: Path | None) -> MemoryBudget | None:
    """The limit that options set.

    Raises
    ------
    SettingError
        If there is no limit.
    """
    from biterms.store.budget import MemoryBudget

    if memory is None and temp_dir is not None:
        raise SettingError("--temp-dir: only --memory needs temporary files")
    return None if memory is None else MemoryBudget(memory, temp_dir)
