"""Texts as they come, made ready for the tokeniser: entities, tags, retweets, masks."""

from biterms.text.cleaning.cleaned import cleaned, lines_of
from biterms.text.cleaning.masks import MASKS, PLACEHOLDERS
from biterms.text.cleaning.profile import PLAIN, PROFILES, Profile, check_profile, profile_of

__all__ = [
    "MASKS",
    "PLACEHOLDERS",
    "PLAIN",
    "PROFILES",
    "Profile",
    "check_profile",
    "cleaned",
    "lines_of",
    "profile_of",
]
