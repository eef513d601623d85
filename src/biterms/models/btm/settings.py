"""Settings of BTM: what they may be, and what alpha is when it is not given."""

from __future__ import annotations

from reprlib import repr as short
from typing import TYPE_CHECKING, Any

from biterms.errors import SettingError, StoreError
from biterms.learning.learner import is_number
from biterms.models.btm_pairs import MOST_BITERMS
from biterms.settings import check_whole
from biterms.store import Fields

if TYPE_CHECKING:
    from biterms.models.btm import BTM

#: priors beyond these take the weights of topics out of the range of float32
SMALLEST, LARGEST = 1e-6, 1e6
MOST = {"n_topics": 10**5, "sweeps": 10**6, "rejuvenations": 10**4}
KINDS = {"pairs": ("distinct", "tokens"), "online": ("slices", "incremental")}
#: alpha is this over the number of topics when it is None, as in the paper
ALPHA_SUM = 50.0


def check_settings(model: BTM) -> None:
    """Refuse what makes no sense, by name."""
    for name, most in MOST.items():
        check_whole(name, getattr(model, name), most)
    if model.window is not None:
        check_whole("window", model.window, MOST_BITERMS)
    for name in ("beta", *(["alpha"] if model.alpha is not None else [])):
        _check_prior(name, getattr(model, name))
    if not (is_number(model.decay) and 0 <= model.decay <= 1):
        raise SettingError(
            f"decay={model.decay!r}: expected a number from 0, which forgets biterms drawn no "
            "more, to 1, which forgets nothing"
        )
    for name, kinds in KINDS.items():
        value = getattr(model, name)
        if value not in kinds:
            raise SettingError(f"{name}={value!r}: expected {' or '.join(map(repr, kinds))}")


def first_alpha(model: BTM) -> float:
    """alpha of each topic where learning begins."""
    return ALPHA_SUM / model.n_topics if model.alpha is None else float(model.alpha)


def begun_online(kept: Fields) -> str:
    """How learning began, as a file tells it."""
    online, kinds = kept.text("online"), KINDS["online"]
    if online not in kinds:
        raise StoreError(f"it began with online={short(online)}, expected one of {kinds}")
    return online


def _check_prior(name: str, value: Any) -> None:
    if not (is_number(value) and SMALLEST <= value <= LARGEST):
        raise SettingError(
            f"{name}={value!r}: expected a number above 0 ({SMALLEST:g} to {LARGEST:g})"
        )
