"""Profiles: what is taken out of texts, or put in place of something, before they are cut."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from biterms.errors import SettingError
from biterms.settings import check_bool
from biterms.text.cleaning.masks import MASKS


@dataclass(frozen=True)
class Profile:
    """What is cleaned in texts of one kind before they are cut into words.

    Characters that nobody sees (spaces that do not break, spaces of no width, soft hyphens, control
    characters) need no setting: they never become part of a word.

    Parameters
    ----------
    entities : bool, default=True
        Decode HTML entities: ``&amp;``, ``&#39;``, ``&nbsp;``, also doubly escaped ones.
    terminal : bool, default=True
        Take out the codes that colour the lines of a terminal.
    html : bool, default=False
        Take out tags, comments, and what is inside of scripts and styles.
    retweets : bool, default=False
        Take out ``RT @name:``.
    pictures : bool, default=False
        Take out ``pic.twitter.com/...`` and ``t.co/...``, also cut off at the end.
    kickers : bool, default=False
        Take out labels of headlines that say what is there to see and not what it is about:
        ``VIDEO:``, ``UPDATE 2-``, ``(photos)``, ``[pdf]``, and ``Re:``, ``Fwd:`` of mail.
    masks : tuple of str, default=()
        What has no end of distinct values becomes one word each: "numbers" ``<number>``, "ids"
        ``<id>``, "hashes" ``<hash>``, "emails" ``<email>``, "amounts" ``<amount>``, "times"
        ``<time>``, "ips" ``<ip>``, "paths" ``<path>``, "versions" ``<version>``.

    Examples
    --------
    >>> from biterms import Profile, Vectoriser
    >>> text = Vectoriser(min_df=1, profile=Profile(masks=("amounts", "ids")))
    >>> text.fit(["Refund of $12.50 for INC0012345 &amp; INC0012346"]).get_feature_names_out()
    array(['refund', '<amount>', '<id>'], dtype=object)
    """

    entities: bool = True
    terminal: bool = True
    html: bool = False
    retweets: bool = False
    pictures: bool = False
    kickers: bool = False
    masks: tuple[str, ...] = ()


#: Today's words are those of a text as it is.
PLAIN = Profile(entities=False, terminal=False)
PROFILES = {
    "default": Profile(),
    "plain": PLAIN,
    "tweets": Profile(retweets=True, pictures=True),
    "titles": Profile(html=True, kickers=True),
    "tickets": Profile(html=True, masks=("ids", "hashes", "emails", "amounts", "times")),
}


def check_profile(given: Any) -> None:
    """Check the setting `profile`.

    Parameters
    ----------
    given : object
        The value of the setting.

    Raises
    ------
    SettingError
        If it is neither the name of a profile nor a sound `Profile`.
    """
    if not isinstance(given, Profile):
        if not isinstance(given, str) or given not in PROFILES:
            raise SettingError(
                f"profile={given!r:.60}: expected one of {', '.join(PROFILES)}, or a Profile"
            )
        return
    for field in fields(Profile):
        if field.name != "masks":
            check_bool(f"profile.{field.name}", getattr(given, field.name))
    masks: Any = given.masks
    if not isinstance(masks, tuple | list) or not all(mask in MASKS for mask in masks):
        raise SettingError(
            f"profile.masks={masks!r:.80}: expected a tuple of some of {', '.join(MASKS)}"
        )


def profile_of(given: str | Profile) -> Profile:
    """The profile of that name, or the one that was given.

    Parameters
    ----------
    given : str or Profile
        A value that `check_profile` lets pass.

    Returns
    -------
    Profile
        The profile.
    """
    return PROFILES[given] if isinstance(given, str) else given
