"""BTM against bitermplus on equal settings: LPP, NPMI and seconds, authors' split."""

from __future__ import annotations

from statistics import mean, median
from typing import Any

import corpora
import numpy as np
from peer import Peer, Settings
from report import Section
from samplers import Bitermplus
from timing import VERDICT, Ratio, alternate, per_run, spread_text

from biterms import BTM
from biterms.measures import Cooccurrence, npmi, top_words
from biterms.measures.lpp import lpp

FASTER = 3.0
#: top words of a topic
TOP = 20
HEAD = ["library", "sweeps/s", "seconds", "test LPP", "NPMI", "target", ""]


class OursBTM(Peer):
    """Our sampler; biterms are made under the clock."""

    label, pairs = "BTM", "distinct"

    def start(self, seed: int) -> None:
        s = self.settings
        priors: dict[str, Any] = {"alpha": s.alpha, "beta": s.eta, "pairs": self.pairs}
        self.model = BTM(s.K, random_state=seed, **priors)

    def learn(self, passes: int) -> None:
        self.model.set_params(sweeps=passes).fit(self.X)

    def transform(self, observed: Any) -> np.ndarray:
        return np.asarray(self.model.transform(observed))

    @property
    def topics_(self) -> np.ndarray:
        return np.asarray(self.model.topics_)


class OursBTMTokens(OursBTM):
    """The biterms that bitermplus makes: of any two tokens."""

    label, pairs = "BTM, pairs of tokens", "tokens"


KINDS = (Bitermplus, OursBTMTokens, OursBTM)


def coherence(topics: np.ndarray, X: Any) -> float:
    """Mean NPMI of the top words, counted in these documents."""
    tops = top_words(topics, TOP)
    return float(npmi(tops, Cooccurrence.from_counts(X, tops)).mean())


def measure(seeds: range, *, quick: bool) -> Section:
    data = corpora.authors(2000 if quick else None)
    settings = Settings(K=50, alpha=1.0, eta=0.01)
    sweeps, peers = 3 if quick else 300, [kind(data.train, data.words, settings) for kind in KINDS]
    found: dict[str, dict[str, list[float]]] = {p.label: {"lpp": [], "npmi": []} for p in peers}

    def runner(peer: Peer, seed: int) -> float:
        seconds = peer.timed(seed, sweeps)
        found[peer.label]["lpp"].append(lpp(peer, data.observed, data.held))
        found[peer.label]["npmi"].append(coherence(peer.topics_, data.train))
        return seconds

    runners = {peer.label: lambda seed, peer=peer: runner(peer, seed) for peer in peers}
    seconds = alternate(runners, len(seeds))
    theirs = Bitermplus.label
    rows = [
        [name, f"{sweeps / median(seconds[name]):.1f}", f"{median(seconds[name]):.2f}"]
        + [spread_text(found[name][what]) for what in ("lpp", "npmi")]
        + ["", ""]
        for name in found
    ]
    rows += [_difference(name, found[name], found[theirs]) for name in found if name != theirs]
    ratios = [
        Ratio(f"{name} / bitermplus, seconds", per_run(seconds[theirs], seconds[name]), FASTER)
        for name in found
        if name != theirs
    ]
    notes = [
        f"{data.train.shape[0]:,} documents, K = 50, α = 1, β = 0.01, {sweeps} sweeps, one thread",
        f"{len(seeds)} seeds in turn; biterms of bitermplus are made before the clock starts",
        f"NPMI of the {TOP} top words, counted in the training documents",
        "the target of a difference is two standard errors: within noise, or better",
    ]
    record = {name: found[name] | {"seconds": seconds[name]} for name in found}
    return Section("BTM against bitermplus", HEAD, rows, ratios, notes, record)


def _difference(name: str, ours: dict[str, Any], theirs: dict[str, Any]) -> list[str]:
    """Ours less theirs, and whether it is above minus two standard errors for both measures."""
    cells, fine = [], True
    for what in ("lpp", "npmi"):
        gain = mean(ours[what]) - mean(theirs[what])
        error = np.sqrt(
            (np.var(ours[what], ddof=1) + np.var(theirs[what], ddof=1)) / len(ours[what])
        )
        cells.append(f"{gain:+.3f} (2 se {2 * error:.3f})")
        fine &= bool(gain >= -2 * error)
    return [f"{name} − bitermplus", "", "", *cells, "≥ −2 se", VERDICT[fine]]
