"""Quality: every library on our tokens of the tweets, and how long a peer needs for our LPP."""

from __future__ import annotations

from typing import Any

from lanes import LANES, Lane, chosen
from ours import OursDefaults
from peer import Peer, Settings
from reach import _chase as chase
from report import Section
from timing import Options, Ratio
from tweet_sample import Tokens, tokens

from biterms import SVI
from biterms.measures.lpp import lpp

#: test documents that are looked at during a chase: scoring them all would take longer than it
LOOKED_AT = 2000
ONE, DEFAULT = "biterms, one pass", "biterms, default"
HEAD = ["library", "settings", "passes", "seconds", "test LPP", "our default's LPP"]


class Quality:
    """The table as it grows; `looks` are (seconds, passes, LPP) of each line of the picture."""

    def __init__(self, data: Tokens, options: Options) -> None:
        self.data, self.options = data, options
        self.rows: list[list[str]] = []
        self.looks: dict[str, list[Any]] = {}
        self.near = data.observed[:LOOKED_AT], data.held[:LOOKED_AT]

    def row(
        self, name: str, about: str, peer: Peer, passes: int, seconds: float, reached: str = ""
    ) -> None:
        score = lpp(peer, self.data.observed, self.data.held)
        numbers = [str(passes), f"{seconds:.2f}", f"{score:.3f}", reached]
        self.rows.append([name, about, *numbers])

    def ours(self) -> None:
        """Two threads, as the command has; the default gives the goal of the chase."""
        settings = Settings(K=self.options.K, workers=2)
        peer = OursDefaults(self.data.train, self.data.words, settings)
        for name, passes in ((ONE, 1), (DEFAULT, SVI.default_passes)):
            seconds = peer.timed(0, passes)
            self.looks[name] = [(seconds, passes, lpp(peer, *self.near))]
            self.row(name, "", peer, passes, seconds)

    def usual(self, lane: Lane) -> float:
        """With the defaults of the library."""
        peer = lane.defaults(self.data, self.options)
        seconds = peer.timed(0, lane.passes)
        self.row(lane.name, "defaults", peer, lane.passes, seconds)
        return lpp(peer, *self.near)

    def best(self, lane: Lane) -> tuple[float, Ratio]:
        """With the best of a few settings, until it has our LPP or the time is over."""
        [(ours, _, goal)] = self.looks[DEFAULT]
        settings = chosen(lane, self.data, self.options)
        peer = lane.kind(self.data.train, self.data.words, settings)
        budget = max(self.options.budget, 6 * ours)
        looks = self.looks[lane.name] = chase(peer, goal, *self.near, budget)
        seconds, passes, last = looks[-1]
        best = max(look[2] for look in looks)
        verdict = "reached" if last >= goal else f"not reached, at best {goal - best:.2f} below"
        self.row(lane.name, lane.about(settings), peer, passes, seconds, verdict)
        name = f"{lane.name} / {DEFAULT}" + ("" if last >= goal else ", not reached: at least")
        return best, Ratio(name, [seconds / ours], 5.0)


def measure(options: Options) -> Section:
    """Ours, then each peer twice."""
    data = tokens(options.tweets)
    quality = Quality(data, options)
    quality.ours()
    online, ratios = [], []
    for lane in LANES:
        usual, (best, ratio) = quality.usual(lane), quality.best(lane)
        ratios.append(ratio)
        online += [usual, best] if lane.online else []
    ahead = quality.looks[ONE][0][2] - max(online)
    ratios.insert(0, Ratio(f"LPP of {ONE} − that of the best online peer", [ahead], 0.0))
    trained, tested, V = data.train.shape[0], data.observed.shape[0], len(data.words)
    notes = [
        f"{trained:,} training tweets, {tested:,} test tweets of 5 or more words, V = {V:,}",
        f"K = {options.K}; seconds of learning; ours and tomotopy on two threads, others on one",
        "settings of the peers: defaults, and the best of six, chosen on training tweets",
        f"a peer has {options.budget:g} s to reach our default's LPP of {LOOKED_AT:,} test tweets",
    ]
    title = "quality: every library on our tokens"
    return Section(title, HEAD, quality.rows, ratios, notes, {"looks": quality.looks})
