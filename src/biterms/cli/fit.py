"""biterms fit: learn a model from files of texts."""

from __future__ import annotations

from biterms.cli import fit_options as of
from biterms.cli import options
from biterms.cli.new_model import NewModel, makes_model
from biterms.cli.reading import Reading, reads
from biterms.cli.remembered import check_timed
from biterms.errors import SettingError


@makes_model("--model")
@reads("text", "id", "time", "label")
def fit(
    files: options.Files,
    out: of.Out,
    *,
    new: NewModel,
    passes: of.Passes = None,
    stream: of.Stream = False,
    quiet: options.Quiet = False,
    reading: Reading,
) -> None:
    """Learn topics from files of texts and save the model.

    [bold]Examples[/bold]

    biterms fit tweets.jsonl -o tweets.model -k 100

    biterms fit tickets.csv -o tickets.model --model hdp-b --profile tickets

    biterms fit news.csv --text title --time date --seeds seeds.txt -o news.model

    zcat titles.txt.gz | biterms fit - -o titles.model
    """
    from biterms.cli.learning import learn
    from biterms.store import lock

    if stream and passes is not None:
        raise SettingError("--stream is one pass: leave --passes out")
    if stream and new.topics == "auto":
        raise SettingError("--topics auto needs all texts at once: leave --stream out")
    if stream and new.learner == "batch":
        raise SettingError("--learner batch needs all texts at once: leave --stream out")
    known = new.make(passes)
    check_timed(new.memory, new.half_life, reading.time)
    with lock(out):
        learn(known, reading.source(files), out, stream=stream, quiet=quiet)
