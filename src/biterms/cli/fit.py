"""biterms fit: learn a model from files of texts."""

from __future__ import annotations

from biterms.cli import fit_options as of
from biterms.cli import options
from biterms.cli.reading import Reading, reads
from biterms.errors import SettingError


@reads("text", "id", "time", "label")
def fit(
    files: options.Files,
    out: of.Out,
    topics: of.Topics = None,
    model: of.Model = "lda-b",
    biterms: of.Biterms = "all",
    learner: of.Learner = None,
    memory: of.Memory = None,
    passes: of.Passes = None,
    stream: of.Stream = False,
    seed: options.Seed = 0,
    threads: of.Threads = None,
    profile: of.Profile = "default",
    mask: of.Mask = None,
    language: of.Language = "english",
    stop_words: of.StopWords = "auto",
    min_df: of.MinDf = 3,
    max_df: of.MaxDf = 1.0,
    max_words: of.MaxWords = None,
    prune: of.Prune = False,
    tags: of.Tags = False,
    urls: of.Urls = False,
    numbers: of.Numbers = False,
    phrases: of.Phrases = False,
    seeds: of.Seeds = None,
    prior: of.Prior = None,
    keep: of.Keep = 10_000,
    duplicates: of.Duplicates = "keep",
    quiet: options.Quiet = False,
    *,
    reading: Reading,
) -> None:
    """Learn topics from files of texts and save the model.

    [bold]Examples[/bold]

    biterms fit tweets.jsonl -o tweets.model -k 100

    biterms fit tickets.csv -o tickets.model --model hdp-b --profile tickets

    biterms fit news.csv --text title --time date --seeds seeds.txt -o news.model

    zcat titles.txt.gz | biterms fit - -o titles.model
    """
    from biterms import TopicModel, Vectoriser
    from biterms.cli.cleaning import profile_asked
    from biterms.cli.estimators import Wanted, guide_of
    from biterms.cli.learning import learn
    from biterms.store import lock

    if stream and passes is not None:
        raise SettingError("--stream is one pass: leave --passes out")
    if stream and topics == "auto":
        raise SettingError("--topics auto needs all texts at once: leave --stream out")
    if stream and learner == "batch":
        raise SettingError("--learner batch needs all texts at once: leave --stream out")
    wanted = Wanted(model, topics, biterms, learner, memory, passes, seed, threads)
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
        profile=profile_asked(profile, mask),
        phrases=phrases,
    )
    guide = guide_of(seeds, prior, model)
    known = TopicModel(
        wanted.estimator(), text=words, guide=guide, keep=keep, duplicates=duplicates
    )
    if memory is not None and not memory.isdigit() and reading.time is None:
        raise SettingError(f"--memory {memory[:40]}: say with --time where the time of a text is")
    with lock(out):
        learn(known, reading.source(files), out, stream=stream, quiet=quiet)
