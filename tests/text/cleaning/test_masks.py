"""What has no end of distinct values becomes one word, and what is a word stays one."""

from __future__ import annotations

from itertools import chain

import pytest

from biterms import SettingError
from biterms.text.cleaning import MASKS, PROFILES, Profile
from biterms.text.vectoriser import Vectoriser

ALL = Profile(masks=tuple(MASKS))
MASKED = {
    "<number>": ["7", "1,234.5", "-3", "50%", "12ms", "512MB"],
    "<id>": [
        "550e8400-e29b-41d4-a716-446655440000",
        *("0xDEADBEEF", "PROJ-1234", "INC0012345", "a1b2c3d4", "#4711", "4915112345678"),
    ],
    "<hash>": ["d41d8cd98f00b204e9800998ecf8427e", "9F86D081884C7D659A2FEAA0C55AD015A3BF4F1B"],
    "<email>": ["joe.b+spam@mail.example.co.uk"],
    "<amount>": ["$12.50", "€20", "EUR 1,000", "5 million dollars", "US$3m", "30 pounds", "£1.2bn"],
    "<time>": [
        *("10:15", "2024-05-31", "2024-05-31T10:00:00.123Z", "31.05.2024", "5/31/2024", "3pm"),
        *("Wed, 10 Oct 2018 20:00:24 +0000", "Wed Oct 10 20:00:24 +0000 2018"),
        *("May 5, 2024", "31 May 2024 10:15 am"),
    ],
    "<ip>": ["10.0.0.1", "192.168.0.1:8080", "fe80::1", "2001:db8:0:0:0:0:0:1"],
    "<path>": ["/var/log/syslog", "~/notes/a.txt", "./run/it.sh", "C:\\Windows\\system.ini"],
    "<version>": ["v2.1", "3.11.4", "1.2.3-rc1"],
}
WORDS = [
    *("covid19", "windows10", "mp3", "b2b", "4th", "g20", "h2o", "2nd"),
    *("covid19vaccine", "w3c", "and", "or"),
]


def words(text: str, profile: Profile = ALL) -> list[str]:
    vectoriser = Vectoriser(profile=profile, stop_words=None)
    return [span.surface for span in vectoriser.start().spans(text)]


@pytest.mark.parametrize(
    ("mask", "text"), [(mask, text) for mask, texts in MASKED.items() for text in texts]
)
def test_each_is_one_word(mask: str, text: str) -> None:
    assert words(text) == [mask]
    assert words(f"before {text}, after") == ["before", mask, "after"]


def test_words_stay_words() -> None:
    assert words(" ".join(WORDS)) == WORDS


def test_urls_are_left_to_the_tokeniser() -> None:
    assert words("see http://example.org/2024-05-31/550e8400 now") == ["see", "now"]


def test_only_what_was_asked_for_is_masked() -> None:
    assert words("$5 at 10:15", Profile(masks=("amounts",))) == ["<amount>", "at"]
    assert words("$5 at 10:15", Profile()) == ["at"]


def test_a_mask_cannot_be_a_word_of_a_text_and_can_be_looked_up() -> None:
    texts = ["number orders: 17", "<number> orders"]
    text = Vectoriser(min_df=1, stop_words=["number"], profile=ALL).fit(texts)
    assert text.vocabulary_ == {"order": 0, "<number>": 1}  # the stop word is another word
    assert text.column("<number>") == text.column("23") == 1
    assert text.key("number") is None


@pytest.mark.parametrize("language", ["english", "german", "russian", "turkish", None])
def test_masks_are_not_stemmed(language: str | None) -> None:
    masks = Vectoriser(min_df=1, profile=ALL, language=language, stop_words=None)
    found = masks.fit([", ".join(chain.from_iterable(MASKED.values()))]).vocabulary_
    assert set(found) == set(MASKS.values())


def test_the_profile_of_tickets() -> None:
    text = "<div>Order&nbsp;INC0012345: refund $12 to joe@example.com by 31.05.2024<br>7</div>"
    found = words(text, PROFILES["tickets"])
    assert found == ["order", "<id>", "refund", "<amount>", "to", "<email>", "by", "<time>"]


@pytest.mark.parametrize(
    "profile", ["news", None, 3, Profile(masks=("digits",)), Profile(html="yes")], ids=range(5)
)
def test_a_profile_that_makes_no_sense_is_refused(profile: object) -> None:
    with pytest.raises(SettingError, match="profile"):
        Vectoriser(profile=profile).fit(["a text", "a text", "a text"])  # type: ignore[arg-type]
