"""Messages of the package in the words of the command line: options instead of settings."""

from __future__ import annotations

import re

#: settings whose option is not their name with hyphens
_OTHERS = {
    "n_topics": "topics",
    "sweeps": "passes",
    "n_threads": "threads",
    "random_state": "seed",
    "masks": "mask",
    "profile.masks": "mask",
    "classes": "label",
    "times": "time",
    "ids": "id",
}
_SAME = (
    *("passes", "biterms", "language", "stop_words", "min_df", "max_df", "max_words", "prune"),
    *("tags", "urls", "numbers", "profile", "phrases", "keep", "duplicates", "text", "kind"),
    *("encoding", "strict", "lateness", "late", "on_alarm", "since", "url", "allow_host"),
    *("key_from", "timeout", "host", "approximate", "distance", "memory"),
)
_OPTIONS = {name: f"--{name.replace('_', '-')}" for name in _SAME} | {
    name: f"--{option}" for name, option in _OTHERS.items()
}
_LEARNERS = {"Annealed": "annealed", "SVI": "svi", "SVB": "svb", "KPS": "kps", "BatchVB": "batch"}
#: not inside quotes, paths and longer names, which are the user's own words
_BEGIN, _END = r"(?<![\w.'\"/\\=-])", r"(?![\w'\"/\\]|\.\w)"
_VALUE = r"(?P<mark>['\"])(?P<quoted>.*?)(?P=mark)|(?P<plain>[\w+-]++(?:\.\w+)*+)(?![/\\])"
_NAMES = "|".join(re.escape(name) for name in sorted(_OPTIONS, key=len, reverse=True))
_WITH_VALUE = re.compile(rf"{_BEGIN}(?P<name>{_NAMES})=(?:{_VALUE})")
_ALONE = re.compile(rf"{_BEGIN}(?P<name>{'|'.join(n for n in _OPTIONS if '_' in n)}){_END}")
_TOPICS = re.compile(rf"{_BEGIN}(?:HDP|LDA|BTM)\((?:n_topics=)?([0-9]+)\)")
_REMEMBER = re.compile(rf"{_BEGIN}Annealed\(most='?([\w.]+)'?\)")
_NONE = re.compile(rf"{_BEGIN}None{_END}")
_LEARNER = re.compile(rf"{_BEGIN}({'|'.join(_LEARNERS)})(?:\(\)|{_END})")


def in_options(message: str) -> str:
    """Say a message with options in the place of settings of Python.

    Parameters
    ----------
    message : str
        What an error or a warning says.

    Returns
    -------
    str
        The same for somebody who has typed options.

    Examples
    --------
    >>> in_options("passes=2 with SVB: use passes=1, or set min_df; more room, such as HDP(40)")
    '--passes 2 with --learner svb: use --passes 1, or set --min-df; more room, such as --topics 40'
    """
    message = _REMEMBER.sub(r"--remember \1", _TOPICS.sub(r"--topics \1", message))
    message = _WITH_VALUE.sub(_option, message)
    message = _ALONE.sub(lambda found: _OPTIONS[found["name"]], _NONE.sub("none", message))
    return _LEARNER.sub(lambda found: f"--learner {_LEARNERS[found[1]]}", message)


def _option(found: re.Match[str]) -> str:
    """A setting with a value; one that is on or off is the option alone, or what it was."""
    option, value = _OPTIONS[found["name"]], found["plain"]
    if value in ("False", "None"):
        return found[0]
    return option if value == "True" else f"{option} {value or found['quoted']}"
