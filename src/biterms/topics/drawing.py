"""The tree of topics as lines of text and as a picture."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from biterms.topics.html import COLOUR

if TYPE_CHECKING:
    from biterms.topics.hierarchy import Hierarchy

#: pixels of a leaf, of the names and of the branches
ROW, NAMES, BRANCHES = 18, 330, 360
#: letters of a name that are shown
LETTERS = 46


def lines(tree: Hierarchy) -> list[str]:
    """The tree from its root; each merge with what it loses, each topic with its id and size."""
    found, K = list[str](), len(tree.topics)
    waiting = [(K + len(tree.merges) - 1, "", "")]
    while waiting:
        node, first, others = waiting.pop()
        if node < K:
            topic = tree.topics[node]
            found.append(f"{first}{topic.id}  {topic.size:.1%}  {topic.label}")
            continue
        merge = tree.merges[node - K]
        found.append(f"{first}{merge.label}  (loses {merge.loss:.4f})")
        waiting.append((merge.right, others + "└─ ", others + "   "))
        waiting.append((merge.left, others + "├─ ", others + "│  "))
    return found


def newick(tree: Hierarchy) -> str:
    """The tree as programs for trees read it: (left:length,right:length)name;."""
    found, K = list[str](), len(tree.topics)
    root = K + len(tree.merges) - 1
    waiting: list[str | tuple[int, str]] = [";", (root, "")]
    while waiting:
        part = waiting.pop()
        if isinstance(part, str):
            found.append(part)
            continue
        node, length = part
        if node < K:
            topic = tree.topics[node]
            found.append(_quoted(f"{topic.id} {topic.label}") + length)
            continue
        merge = tree.merges[node - K]
        below = (merge.left, merge.right)
        left, right = ((at, f":{merge.height - _height(tree, at):.6g}") for at in below)
        waiting += [f"){_quoted(merge.label)}{length}", right, ",", left, "("]
    return "".join(found)


def _height(tree: Hierarchy, node: int) -> float:
    at = node - len(tree.topics)
    return tree.merges[at].height if at >= 0 else 0.0


def svg(tree: Hierarchy) -> str:
    """The tree as a picture: topics at the left, what merging has lost in all to the right."""
    top = tree.merges[-1].height if tree.merges else 0.0
    scale = BRANCHES / top if top > 0 else 0.0
    names = [_name(row, tree, at) for row, at in enumerate(tree.order())]
    width, height = NAMES + BRANCHES + 20, ROW * (len(names) + 1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">'
        f"{''.join(names)}{''.join(_branches(tree, scale))}"
        f'<text x="{NAMES}" y="{height - 4}" fill="currentColor" opacity="0.7">0</text>'
        f'<text x="{NAMES + BRANCHES}" y="{height - 4}" text-anchor="end" fill="currentColor" '
        f'opacity="0.7">{top:.2f} nats per word lost</text></svg>'
    )


def _name(row: int, tree: Hierarchy, at: int) -> str:
    topic = tree.topics[at]
    name = topic.label if len(topic.label) <= LETTERS else topic.label[: LETTERS - 1] + "…"
    words = ", ".join(word.word for word in topic.words)
    return (
        f'<text x="{NAMES - 6}" y="{_y(row) + 4}" text-anchor="end" fill="currentColor">'
        f"<title>{escape(words)}</title>{escape(name)}  {topic.id}</text>"
    )


def _branches(tree: Hierarchy, scale: float) -> list[str]:
    found = []
    for one, other, join, merge in tree.branches():
        x = NAMES + scale * join
        path = (
            f"M{NAMES + scale * one[0]:.1f} {_y(one[1]):.1f}H{x:.1f}V{_y(other[1]):.1f}"
            f"H{NAMES + scale * other[0]:.1f}"
        )
        said = escape(f"{merge.label}: loses {merge.loss:.4f}")
        found.append(
            f'<path d="{path}" fill="none" stroke="{COLOUR}" stroke-width="1.5">'
            f"<title>{said}</title></path>"
        )
    return found


def _y(row: float) -> float:
    return ROW * (row + 0.5)


def _quoted(name: str) -> str:
    """A name for Newick, where a quote is said twice."""
    doubled = name.replace("'", "''")
    return f"'{doubled}'"
