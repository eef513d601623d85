"""What `--profile` and `--mask` ask for."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from biterms.errors import SettingError

if TYPE_CHECKING:
    from biterms.text import Profile


def profile_asked(profile: str, mask: str | None) -> str | Profile:
    """The profile of that name, with more masks if any were asked for.

    Parameters
    ----------
    profile : str
        The name of a profile.
    mask : str or None
        Names of masks with commas between them, or ``all``.

    Returns
    -------
    str or Profile
        What `Vectoriser` takes.

    Raises
    ------
    SettingError
        If there is no mask of that name.
    """
    from biterms.text.cleaning import MASKS, PROFILES

    if mask is None:
        return profile
    asked = list(MASKS) if mask == "all" else [name.strip() for name in mask.split(",")]
    for name in asked:
        if name not in MASKS:
            raise SettingError(
                f"--mask {name[:40]}: expected all, or some of {', '.join(MASKS)}, with commas "
                "between them"
            )
    known = PROFILES[profile]
    return replace(known, masks=tuple(m for m in MASKS if m in asked or m in known.masks))
