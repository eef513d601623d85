"""biterms fit: learn a model from files of texts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from biterms.cli import options
from biterms.cli.reading import Reading, reads
from biterms.cli.seeds import read_seeds
from biterms.errors import SettingError

if TYPE_CHECKING:
    from biterms.topics.guides import Guide

WORDS = "Words"


@reads("text", "id", "time", "label")
def fit(
    files: options.Files,
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder to save the model to.")],
    topics: Annotated[
        int | None,
        options.whole(
            "--topics",
            "-k",
            least=1,
            most=options.MOST_TOPICS,
            help="Number of topics, by default 50; with hdp the most there can be, by default 100.",
        ),
    ] = None,
    model: Annotated[
        Literal["lda-b", "lda", "hdp-b", "hdp", "btm"],
        typer.Option(
            help="hdp finds the number of topics; -b uses biterms, the others words only; btm "
            "samples, for comparison."
        ),
    ] = "lda-b",
    biterms: Annotated[
        str,
        typer.Option(
            help="Which pairs of words are biterms, with -b: all of a text, adjacent ones, or "
            "those within a number of words. For longer texts."
        ),
    ] = "all",
    learner: Annotated[
        Literal["svi", "svb", "kps", "batch"],
        typer.Option(help="How the model learns; not for btm."),
    ] = "svi",
    passes: Annotated[
        int | None,
        options.whole(
            least=1, most=options.MOST_PASSES, help="Passes over the texts; sweeps of btm."
        ),
    ] = None,
    stream: Annotated[
        bool, typer.Option("--stream", help="Learn in one pass, from files of any size.")
    ] = False,
    seed: options.Seed = 0,
    threads: Annotated[
        int | None,
        options.whole(least=1, most=options.MOST_THREADS, help="Default: all cores; btm uses one."),
    ] = None,
    language: Annotated[
        str,
        typer.Option(
            help="Language of the stemmer (english, german, ...), or none.", rich_help_panel=WORDS
        ),
    ] = "english",
    stop_words: Annotated[
        str,
        typer.Option(
            help="Words to leave out: english, none, or a file of words.", rich_help_panel=WORDS
        ),
    ] = "english",
    min_df: Annotated[
        int,
        options.whole(
            least=1,
            most=options.MOST_WORDS,
            help="Number of texts a word must be in.",
            rich_help_panel=WORDS,
        ),
    ] = 3,
    max_df: Annotated[
        float,
        typer.Option(help="Share of the texts a word may be in.", rich_help_panel=WORDS),
    ] = 1.0,
    max_words: Annotated[
        int | None,
        options.whole(
            least=1,
            most=options.MOST_WORDS,
            help="Size of the vocabulary at most; default: all words.",
            rich_help_panel=WORDS,
        ),
    ] = None,
    prune: Annotated[
        bool,
        typer.Option(
            "--prune",
            help="In a stream with --max-words: replace words out of use by new ones.",
            rich_help_panel=WORDS,
        ),
    ] = False,
    tags: Annotated[
        bool, typer.Option("--tags", help="Keep #tags and @names as words.", rich_help_panel=WORDS)
    ] = False,
    urls: Annotated[bool, typer.Option("--urls", help="Keep URLs.", rich_help_panel=WORDS)] = False,
    numbers: Annotated[
        bool, typer.Option("--numbers", help="Keep numbers.", rich_help_panel=WORDS)
    ] = False,
    seeds: Annotated[
        Path | None, typer.Option(help="File of seed words, one line per topic.")
    ] = None,
    prior: Annotated[
        Path | None, typer.Option(help="File of word vectors (GloVe, word2vec) for the prior.")
    ] = None,
    keep: Annotated[
        int,
        options.whole(
            least=0, most=options.MOST_WORDS, help="Texts kept in the model as examples."
        ),
    ] = 10_000,
    quiet: options.Quiet = False,
    *,
    reading: Reading,
) -> None:
    """Learn topics from files of texts and save the model.

    [bold]Examples[/bold]

    biterms fit tweets.jsonl -o tweets.model -k 100

    biterms fit tickets.csv -o tickets.model --model hdp-b

    biterms fit news.csv --text title --time date --seeds seeds.txt -o news.model

    zcat titles.txt.gz | biterms fit - -o titles.model
    """
    from biterms import TopicModel, Vectoriser
    from biterms.cli.learning import learn
    from biterms.store import lock

    if stream and passes is not None:
        raise SettingError("--stream is one pass: leave --passes out")
    settings: dict[str, Any] = {"random_state": seed}
    if topics is not None:
        settings["topics"] = topics
    if model == "btm":
        if seeds or prior or learner != "svi" or biterms != "all":
            raise SettingError(
                "--model btm is a sampler: leave --biterms, --learner, --seeds and --prior out"
            )
        estimator = _btm(settings, passes, threads)
    else:
        settings |= {"passes": passes, "n_threads": threads}
        settings["biterms"] = _biterms(model, biterms)
        estimator = _model(model, learner, settings)
    words = Vectoriser(
        language=None if language == "none" else language,
        stop_words=None if stop_words == "none" else stop_words,
        min_df=min_df,
        max_df=max_df,
        max_words=max_words,
        prune=prune,
        tags=tags,
        urls=urls,
        numbers=numbers,
    )
    known = TopicModel(estimator, text=words, guide=_guide(seeds, prior), keep=keep)
    with lock(out):
        learn(known, reading.source(files), out, stream=stream, quiet=quiet)


def _btm(settings: dict[str, Any], sweeps: int | None, threads: int | None) -> Any:
    from biterms import BTM

    if threads not in (None, 1):
        raise SettingError(f"--threads {threads}: --model btm draws in one thread, leave it out")
    extra: dict[str, Any] = {} if sweeps is None else {"sweeps": sweeps}
    return BTM(settings.pop("topics", 50), **settings, **extra)


def _model(name: str, learner: str, settings: dict[str, Any]) -> Any:
    from biterms import HDP, KPS, LDA, SVB, SVI, BatchVB

    kind = HDP if name.startswith("hdp") else LDA
    number = (settings.pop("topics"),) if "topics" in settings else ()
    way = {"svi": SVI, "svb": SVB, "kps": KPS, "batch": BatchVB}[learner]
    return kind(*number, learner=way(), **settings)


def _biterms(model: str, asked: str) -> bool | int | str:
    if not model.endswith("-b"):
        if asked != "all":
            raise SettingError(f"--biterms {asked}: --model {model} has none, expected {model}-b")
        return False
    if asked in ("all", "adjacent"):
        return asked == "all" or asked
    if not (asked.isascii() and asked.isdigit() and 2 <= int(asked[:5]) <= 1000):
        raise SettingError(
            f"--biterms {asked[:40]}: expected all, adjacent, or a number from 2 to 1000"
        )
    return int(asked)


def _guide(seeds: Path | None, prior: Path | None) -> Guide | None:
    from biterms import SeedWords, Vectors

    if seeds and prior:
        raise SettingError("--seeds and --prior: one prior at a time, expected only one of them")
    if seeds:
        return SeedWords(read_seeds(seeds))
    return Vectors(prior) if prior else None
