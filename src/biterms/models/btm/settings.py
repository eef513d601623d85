"""Settings of BTM: what they may be, and what alpha is when it is not given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from biterms.errors import SettingError
from biterms.learning.learner import is_number
from biterms.models.btm.pairs import MOST_BITERMS
from biterms.settings import check_random_state, check_whole

if TYPE_CHECKING:
    from biterms.models.btm.estimator import BTM

#: priors beyond these take the weights of topics out of the range of float32
MIN_BTM_PRIOR, MAX_BTM_PRIOR = 1e-6, 1e6
MAX_WHOLE = {"n_topics": 10**5, "sweeps": 10**6, "rejuvenations": 10**4}
KINDS = {"pairs": ("distinct", "tokens"), "online": ("slices", "incremental")}
#: alpha is this over the number of topics when it is None, as in the paper
ALPHA_SUM = 50.0


def check_settings(model: BTM) -> None:
    """Refuse what makes no sense, by name."""
    check_random_state(model.random_state)
    for name, most in MAX_WHOLE.items():
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


def _check_prior(name: str, value: Any) -> None:
    if not (is_number(value) and MIN_BTM_PRIOR <= value <= MAX_BTM_PRIOR):
        raise SettingError(
            f"{name}={value!r}: expected a number above 0 ({MIN_BTM_PRIOR:g} to {MAX_BTM_PRIOR:g})"
        )
