"""Names of months and days in the languages that dates are written in."""

from __future__ import annotations

import unicodedata

#: by language, without accents; names that are cut after three letters or more count, too
_MONTHS = {
    "english": "january february march april may june july august september october november "
    "december",
    "german": "januar februar marz april mai juni juli august september oktober november dezember",
    "austrian": "janner feber marz april mai juni juli august september oktober november dezember",
    "french": "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre "
    "decembre",
    "spanish": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre "
    "diciembre",
    "portuguese": "janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro "
    "dezembro",
    "italian": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre "
    "novembre dicembre",
    "dutch": "januari februari maart april mei juni juli augustus september oktober november "
    "december",
    "swedish": "januari februari mars april maj juni juli augusti september oktober november "
    "december",
    "danish": "januar februar marts april maj juni juli august september oktober november december",
    "norwegian": "januar februar mars april mai juni juli august september oktober november "
    "desember",
}
#: abbreviations that are no beginnings
_SHORT = {"mrt": 3, "maerz": 3, "jaenner": 1}
#: how names of days begin, in these languages; two letters with a mark after them are German
WEEKDAY = (
    r"(?:(?:mon|tue|wed|thu|fri|sat|sun|die|mit|don|fre|sam|son|lun|mar|mer|jeu|ven|dim|mie|jue|vie|"
    r"sab|dom|seg|ter|qua|qui|sex|gio|maa|din|woe|vri|zat|zon|ons|tor|lor|tir|lau)[a-z]*(?:-feira)?"
    r"|(?:mo|di|mi|do|fr|sa|so)(?=[.,]))"
)


def _beginnings() -> dict[str, int]:
    """Months by the beginnings of their names; not those that fit two, as "jui" in French."""
    found: dict[str, set[int]] = {}
    for names in _MONTHS.values():
        for at, name in enumerate(names.split(), 1):
            for n in range(3, len(name) + 1):
                found.setdefault(name[:n], set()).add(at)
    return {name: at.pop() for name, at in found.items() if len(at) == 1} | _SHORT


MONTHS = _beginnings()


def without_accents(text: str) -> str:
    """A text in the letters that names are looked up in."""
    if text.isascii():
        return text
    parts = unicodedata.normalize("NFKD", text)
    return "".join(part for part in parts if not unicodedata.combining(part))
