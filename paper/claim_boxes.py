"""The claims and our results, in words and numbers, as HTML."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from paper import claims
from paper.claims import VERDICTS, Interval, Spread
from paper.markup import badge, link, row, sign, table
from paper.settings import Table
from paper.verdicts import Comparison, tally

MARGINS = {
    "margin": "our margin: ±{}",
    "share": "our margin: the range of the means is at most {:.0%} of the gap",
    "bound": "our bound: {}",
    "least": "our bound: at least {:.0%}",
    "most": "our reading: in more than half of the comparisons",
}
#: of the measures that need more or fewer than others
DIGITS = {"accuracy": 4, "features": 0, "learning seconds": 1}
Compared = list[tuple[Table, list[Comparison]]]


def summary(compared: Compared) -> str:
    rows = [
        row(
            link(f"claim {claim['number']}", claim["says"]),
            badge(overall(found, most=claim.get("most", False))),
            escape(", ".join(f"{verdict}: {n}" for verdict, n in counts(found))),
            link(claim["label"]),
        )
        for claim, found in compared
    ]
    return table(["Claim", "Here", "Comparisons", "Where"], rows)


def boxes(label: str, compared: Compared, settings: Table) -> str:
    """All claims of a figure or table."""
    found = [_box(claim, found, settings) for claim, found in compared if claim["label"] == label]
    return f'<div class="claims">{"".join(found)}</div>' if found else ""


def _box(claim: Table, found: list[Comparison], settings: Table) -> str:
    who = "To be checked" if claim["label"].startswith("ours:") else "The paper says"
    here = badge(overall(found, most=claim.get("most", False)))
    return (
        f'<div class="claim" id="claim-{claim["number"]}">'
        f"<h4>{who}</h4><p>{escape(claim['says'])}{_margin(claim)}</p>"
        f"<h4>Here {here}</h4><p>{escape(in_words(found, settings))}</p>"
        f"{_matrix(claim, found, settings)}</div>"
    )


def _margin(claim: Table) -> str:
    """What the paper leaves open."""
    texts = [text.format(claim[key]) for key, text in MARGINS.items() if key in claim]
    return f" <small>({'; '.join(texts)})</small>" if texts else ""


def overall(found: list[Comparison], *, most: bool = False) -> str:
    return claims.overall([one.verdict for one in found], most=most)


def counts(found: list[Comparison]) -> list[tuple[str, int]]:
    tallied = tally(found)
    return [(verdict, tallied[verdict]) for verdict in VERDICTS if tallied[verdict]]


def in_words(found: list[Comparison], settings: Table) -> str:
    """Which sets say what; of several differences how many sets do, or the other way round."""
    titles = {one.name: settings["sets"][one.name]["title"] for one in found}
    texts = dict.fromkeys(one.text for one in found)
    if not found:
        return "Not run."
    if len(texts) == 1:
        groups = {verdict: [one for one in found if one.verdict == verdict] for verdict in VERDICTS}
        parts = [
            f"{verdict} on {', '.join(titles[one.name] for one in listed)}"
            for verdict, listed in groups.items()
            if listed
        ]
        return _sentence("; ".join(parts)) + _over_steps(found)
    key = (lambda one: one.text) if len(texts) <= len(titles) else lambda one: titles[one.name]
    return " ".join(
        f"{group}: {', '.join(f'{verdict} {n}' for verdict, n in counts(listed))}."
        for group, listed in _grouped(found, key).items()
    ) + _over_steps(found)


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + "."


def _over_steps(found: list[Comparison]) -> str:
    """The paper means over the step sizes."""
    means = [one.settings.mean > 0 for one in found if one.settings]
    if not means:
        return ""
    return f" The mean over the step sizes is above 0 in {sum(means)} of {len(means)}."


def _grouped(
    found: list[Comparison], key: Callable[[Comparison], str]
) -> dict[str, list[Comparison]]:
    groups: dict[str, list[Comparison]] = {}
    for one in found:
        groups.setdefault(key(one), []).append(one)
    return groups


def _matrix(claim: Table, found: list[Comparison], settings: Table) -> str:
    """Sets and differences; the more numerous are the rows."""
    cells = {(one.name, one.text): _cell(one, DIGITS.get(claim.get("measure"), 3)) for one in found}
    names = {one.name: set_name(one.name, settings) for one in found}
    texts = {one.text: escape(one.text) for one in found}
    heads, sides = (texts, names) if len(texts) <= len(names) else (names, texts)
    rows = [
        row(title, *(cells.get((side, head)) or cells.get((head, side), "") for head in heads))
        for side, title in sides.items()
    ]
    return table(["", *heads.values()], rows) if found else ""


def set_name(name: str, settings: Table) -> str:
    about = settings["sets"][name]
    if "stands_for" not in about:
        return escape(about["title"])
    stand_in = f'<span class="who stand-in">for {escape(about["stands_for"])}</span>'
    return f"{escape(about['title'])} {stand_in}"


def _cell(one: Comparison, digits: int) -> str:
    """Sign and mean, interval, then the step sizes."""
    mean = signed(one.seeds.mean, digits) if one.seeds else ""
    parts = [
        f"{sign(one.verdict)} <b>{mean}</b>",
        interval(one.seeds, digits),
        spread(one.settings, digits),
        one.note and f'<span class="note">{escape(one.note)}</span>',
    ]
    return "<br>".join(filter(None, parts))


def interval(found: Interval | None, digits: int = 3) -> str:
    if found is None:
        return ""
    if found.n < 2:
        return "one only"
    return f"[{signed(found.low, digits)}, {signed(found.high, digits)}]"


def spread(found: Spread | None, digits: int = 3) -> str:
    if found is None:
        return ""
    low, high = signed(found.low, digits), signed(found.high, digits)
    return f"<small>{found.above}/{found.n}: {signed(found.mean, digits)} ({low} to {high})</small>"


def signed(value: float, digits: int = 3) -> str:
    return f"{value:+,.{digits}f}".replace("-", "−")
