"""biterms fit: texts in files become a model."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Annotated, Literal

import typer

from biterms.cli import options
from biterms.cli.show import show
from biterms.cli.source import Source, column
from biterms.cli.terminal import Learning, say, say_trouble
from biterms.errors import SettingError
from biterms.learning import KPS, SVB, SVI, BatchVB, Learner
from biterms.models.lda import LDA
from biterms.text.records import Columns
from biterms.text.vectoriser import Vectoriser
from biterms.topics.guides import Guide, SeedWords, Vectors
from biterms.topics.topic_model import TopicModel

LEARNERS: dict[str, type[Learner]] = {"svi": SVI, "svb": SVB, "kps": KPS, "batch": BatchVB}
MODELS = {"lda-b": True, "lda": False}


def fit(
    files: options.Files,
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder of the model.")],
    topics: Annotated[int, typer.Option("--topics", "-k", help="Number of topics.")] = 50,
    model: Annotated[
        Literal["lda-b", "lda"], typer.Option(help="With biterms, or words only.")
    ] = "lda-b",
    learner: Annotated[
        Literal["svi", "svb", "kps", "batch"], typer.Option(help="How it learns.")
    ] = "svi",
    passes: Annotated[int | None, typer.Option(help="Passes over the texts.")] = None,
    stream: Annotated[bool, typer.Option(help="One pass in pieces: files of any size.")] = False,
    seed: Annotated[int, typer.Option(help="The same seed gives the same topics.")] = 0,
    threads: Annotated[int | None, typer.Option(help="Default: all cores.")] = None,
    language: Annotated[
        str, typer.Option(help="Of the stemmer (english, german, ...), or none.")
    ] = "english",
    stop_words: Annotated[str, typer.Option(help="english, none, or a file of words.")] = "english",
    min_df: Annotated[int, typer.Option(help="Texts a word must be in.")] = 3,
    max_df: Annotated[float, typer.Option(help="Share of texts a word may be in.")] = 1.0,
    tags: Annotated[bool, typer.Option(help="Keep #tags and @names as words.")] = False,
    seeds: Annotated[
        Path | None, typer.Option(help="File of seed words: one line per topic.")
    ] = None,
    prior: Annotated[
        Path | None, typer.Option(help="Word vectors (GloVe, word2vec) as prior.")
    ] = None,
    keep: Annotated[int, typer.Option(help="Texts kept in the model as examples.")] = 10_000,
    text: options.Text = None,
    id: options.Id = None,  # noqa: A002
    time: options.Time = None,
    label: options.Label = None,
    kind: options.Kind = None,
    strict: options.Strict = False,
    quiet: options.Quiet = False,
) -> None:
    """Learn topics from files of texts and save the model.

    [bold]Examples[/bold]

    biterms fit tweets.jsonl -o tweets.model -k 100

    zcat titles.txt.gz | biterms fit - -o titles.model
    """
    columns = Columns(*map(column, (text, id, time, label)))
    source = Source(files, columns, kind, strict)
    estimator = LDA(
        topics,
        biterms=MODELS[model],
        learner=LEARNERS[learner](),
        passes=passes,
        random_state=seed,
        n_threads=threads,
    )
    words = Vectoriser(
        language=None if language == "none" else language,
        stop_words=None if stop_words == "none" else stop_words,
        min_df=min_df,
        max_df=max_df,
        tags=tags,
    )
    topic_model = TopicModel(estimator, text=words, guide=_guide(seeds, prior), keep=keep)
    learn(topic_model, source, out, stream=stream, quiet=quiet)


def learn(model: TopicModel, source: Source, out: Path, *, stream: bool, quiet: bool) -> None:
    learning, begin = Learning(quiet=quiet), perf_counter()
    with learning.interruptible():
        (model.update if stream else model.fit)(source, progress=learning)
    seconds = perf_counter() - begin
    model.save(out)
    say_trouble(source.trouble)
    show(model)
    text = seconds - source.seconds - model.learning_seconds_
    say(
        f"{model.model_.n_docs_:,} texts, {model.model_.n_features_in_:,} words, "
        f"{seconds:.1f} s (reading {source.seconds:.1f}, text {text:.1f}, learning "
        f"{model.learning_seconds_:.1f}): saved to {out}"
    )
    if learning.stopped:
        say("stopped by Ctrl-C: what had been learnt is saved; `biterms update` goes on")
        raise typer.Exit(130)


def _guide(seeds: Path | None, prior: Path | None) -> Guide | None:
    if seeds and prior:
        raise SettingError("--seeds and --prior: one prior at a time, expected only one of them")
    if seeds:
        return SeedWords(read_seeds(seeds))
    if prior:
        return Vectors(prior)
    return None
