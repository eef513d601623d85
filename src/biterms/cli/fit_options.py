"""Options of `biterms fit`: the model, how it learns, and what counts as a word."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from biterms.cli import options

PANEL = "Words"

Out = Annotated[Path, typer.Option("--out", "-o", help="Folder to save the model to.")]
Topics = Annotated[
    str | None,
    options.whole(
        "--topics",
        "-k",
        least=1,
        most=options.MOST_TOPICS,
        other="auto",
        help="Number of topics, by default 50, or auto with lda-b: as many as predict held-out "
        "words; with hdp the largest it may find, by default 100.",
    ),
]


def method(name: str) -> Any:
    """The kind of model, as an option of this name."""
    return Annotated[
        Literal["lda-b", "lda", "hdp-b", "hdp", "btm"],
        typer.Option(
            name,
            help="hdp finds the number of topics; -b learns from biterms, too, the others from "
            "words only; btm is a Gibbs sampler, for comparison.",
        ),
    ]


Biterms = Annotated[
    str,
    typer.Option(
        help="With -b, which pairs of words are biterms: all of a text, adjacent ones, or those "
        "within a number of words. For longer texts."
    ),
]
Learner = Annotated[
    Literal["annealed", "svi", "svb", "adaptive", "kps", "batch"] | None,
    typer.Option(
        help="How the model learns: by default annealed with lda-b, svi with the others; not "
        "for btm. adaptive is svb whose topics forget, each by itself, what has changed."
    ),
]
Remember = Annotated[
    str | None,
    typer.Option(
        metavar="<int>|<span>",
        help="With annealed, what is remembered of a stream at most: a number of texts, or those "
        "of a span of time, such as 12h, 30d or 2w, which needs --time. Default: half of all.",
    ),
]
HalfLife = Annotated[
    str | None,
    typer.Option(
        metavar="<span>",
        help="With annealed, the time after which a text of a stream counts half as much as a new "
        "one, such as 12h, 7d or 4w, which needs --time; instead of --remember.",
    ),
]
Passes = Annotated[
    int | None,
    options.whole(least=1, most=options.MOST_PASSES, help="Passes over the texts; sweeps of btm."),
]
Stream = Annotated[
    bool, typer.Option("--stream", help="Learn in one pass, from files of any size.")
]
Memory = Annotated[
    str | None,
    typer.Option(
        metavar="<size>",
        help="How much memory learning may take, such as 2G: what the texts become is kept in "
        "temporary files, and the topics are the same.",
    ),
]
TempDir = Annotated[
    Path | None,
    typer.Option(
        help="With --memory, the folder of temporary files; default: TMPDIR, or /var/tmp."
    ),
]
Cluster = Annotated[
    str | None,
    typer.Option(
        metavar="<address>",
        help="Learn on the workers of a Dask cluster: the address of its scheduler, such as "
        "tcp://10.0.0.1:8786. Workers read the files, and must be trusted.",
    ),
]
Threads = Annotated[
    int | None,
    options.whole(
        least=1,
        most=options.MOST_THREADS,
        help="Number of threads; default: all cores. btm uses one.",
    ),
]
Seeds = Annotated[Path | None, typer.Option(help="File of seed words, one line per topic.")]
Prior = Annotated[
    Path | None, typer.Option(help="File of word vectors (GloVe, word2vec) for the prior.")
]
Keep = Annotated[
    int,
    options.whole(least=0, most=options.MAX_WHOLE, help="Number of texts kept as examples."),
]

Duplicates = Annotated[
    Literal["keep", "once"],
    typer.Option(help="Whether texts that came before are learnt from again, or only once."),
]

# what counts as a word -------------------------------------------------------------------------

Profile = Annotated[
    Literal["default", "tweets", "titles", "tickets", "plain"],
    typer.Option(
        help="What is cleaned first: HTML entities with all but plain; retweets and pictures of "
        "tweets, labels and tags of titles, tags and masks of tickets.",
        rich_help_panel=PANEL,
    ),
]
Mask = Annotated[
    str | None,
    typer.Option(
        metavar="<mask>,...|all",
        help="One word for each of: numbers, ids, hashes, emails, amounts, times, ips, paths, "
        "versions; for log lines and tickets.",
        rich_help_panel=PANEL,
    ),
]
Language = Annotated[
    str,
    typer.Option(
        help="Language of the texts (english, german, chinese, ...), auto to find it out, or none "
        "for no stemming.",
        rich_help_panel=PANEL,
    ),
]
StopWords = Annotated[
    str,
    typer.Option(
        help="Words to leave out: auto, those of --language; a language; none; a file of words.",
        rich_help_panel=PANEL,
    ),
]
MinDf = Annotated[
    int,
    options.whole(
        least=1,
        most=options.MAX_WHOLE,
        help="Smallest number of texts a word must be in.",
        rich_help_panel=PANEL,
    ),
]
MaxDf = Annotated[
    float, typer.Option(help="Largest share of the texts a word may be in.", rich_help_panel=PANEL)
]
MaxWords = Annotated[
    int | None,
    options.whole(
        least=1,
        most=options.MAX_WHOLE,
        help="Largest size of the vocabulary; default: no limit.",
        rich_help_panel=PANEL,
    ),
]
Prune = Annotated[
    bool,
    typer.Option(
        "--prune",
        help="In a stream with --max-words, replace words that are out of use.",
        rich_help_panel=PANEL,
    ),
]
Tags = Annotated[
    bool,
    typer.Option("--tags", help="Keep #tags and @names as words.", rich_help_panel=PANEL),
]
Urls = Annotated[bool, typer.Option("--urls", help="Keep URLs.", rich_help_panel=PANEL)]
Numbers = Annotated[bool, typer.Option("--numbers", help="Keep numbers.", rich_help_panel=PANEL)]
Phrases = Annotated[
    bool,
    typer.Option(
        "--phrases",
        help='Read words that belong together, as in "north korea", as one word.',
        rich_help_panel=PANEL,
    ),
]
