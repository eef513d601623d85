"""What a model file says of languages; files of earlier versions say nothing."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

from biterms.errors import LanguageWarning, StoreError
from biterms.text.languages.catalogue import WITHOUT_SPACES
from biterms.text.languages.detect import Found
from biterms.text.languages.segment import is_installed, segmenter


def restored_segmenters(settings: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Languages that are cut into words, and what cut them; a warning if that has changed."""
    kept = settings.get("segmenters", {})
    if not isinstance(kept, dict) or not {*kept} <= {*WITHOUT_SPACES}:
        raise StoreError(f"segmenters of {', '.join(WITHOUT_SPACES)} expected, not {kept!r:.60}")
    for language, name in kept.items():
        if is_installed(language) and (now := segmenter(language)) != name:
            warnings.warn(
                f"words of this model were cut by {name!s:.60}, and {now} is installed, which may "
                "cut some of them differently",
                LanguageWarning,
                stacklevel=2,
            )
    return tuple((language, str(name)) for language, name in kept.items())


def restored_found(settings: Mapping[str, Any]) -> Found | None:
    """The languages that texts were found to be in."""
    kept = settings.get("found")
    if kept is None:
        return None
    try:
        shares = {str(name): float(share) for name, share in kept["shares"].items()}
        return Found(shares, int(kept["texts"]), bool(kept["clear"]))
    except (AttributeError, LookupError, TypeError, ValueError):
        raise StoreError(f"the languages that were found make no sense: {kept!r:.60}") from None
