"""The charts compile without a warning, load nothing and use colours that can be read."""

from __future__ import annotations

import json
import re
from copy import deepcopy
from importlib.resources import files
from typing import Any

import pytest
import vl_convert

from biterms.report.charts import bundle, specifications
from biterms.topics import themes

STYLE = files("biterms.report").joinpath("assets", "page.css").read_text(encoding="utf-8")
LIGHT, DARK = (
    dict(re.findall(r"--(\w+): (#\w{6});", block))
    for block in re.findall(r":root \{(.*?)\}", STYLE, re.S)
)
CHARTS = specifications()
ROWS = {
    "map": [{"x": 1, "y": 2, "area": 9, "strength": 1, "nameX": 1, "nameY": 2, "name": "a"}],
    "time": [
        {"t": 0, "time": 0, "share": 0.5, "peak": True, "value": "50.0%", "said": "50.0%, then"},
        {"t": 1, "time": 9e7, "share": 0.25, "value": "25.0%"},
    ],
    "times": [{"t": 0, "time": 0, "share": 0.5, "peak": True, "panel": "000first", "said": "x"}],
    "stream": [{"t": t, "time": t, "texts": 5, "theme": k} for t in range(3) for k in range(2)],
    "classes": [{"panel": "000a", "class": "x", "share": 0.5, "low": 0.4, "high": 0.6}],
}


@pytest.fixture
def charts() -> dict[str, Any]:
    """Specifications that a test may change."""
    return deepcopy(CHARTS)


@pytest.mark.parametrize("name", CHARTS)
def test_compiles_and_loads_nothing(charts: dict[str, Any], name: str) -> None:
    specification = charts[name]
    specification["datasets"] = {"topics": ROWS[name], "shares": ROWS[name]}
    vega = vl_convert.vegalite_to_vega(specification)
    assert '"url"' not in json.dumps(vega)
    assert "<svg" in vl_convert.vegalite_to_svg(specification)


@pytest.mark.parametrize(("near", "value"), [(-1, "50.0%, then"), (1, "25.0%")])
def test_a_chart_over_time_shows_the_value_of_its_peak_or_of_a_period(
    charts: dict[str, Any], near: int, value: str
) -> None:
    specification = charts["time"]
    specification["datasets"] = {"shares": ROWS["time"]}
    for signal in specification["params"]:
        if signal["name"] == "near":
            signal["value"] = near
    assert re.findall(r">([\d.]+%(?:, then)?)</text>", vl_convert.vegalite_to_svg(specification))[
        -1:
    ] == [value]


def test_colours_of_charts_are_colours_of_the_page() -> None:
    text = json.dumps(CHARTS)
    used = set(re.findall(r"var\(--(\w+)\)", text))
    assert used
    assert used <= set(LIGHT)
    assert not re.search(r'"#[0-9a-fA-F]{3,8}"', text)


def test_both_schemes_define_the_same_colours() -> None:
    assert set(LIGHT) == set(DARK)


@pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=["light", "dark"])
def test_contrast_is_enough(scheme: dict[str, str]) -> None:
    """WCAG 2.2: 4.5 for text (1.4.3), 3 for what carries meaning (1.4.11)."""
    for text in ("ink", "soft", "link"):
        for ground in ("page", "card", "quiet"):
            assert contrast(scheme[text], scheme[ground]) >= 4.5, (text, ground)
    for sign in ("bar", "pair", "edge", "chosen"):
        assert contrast(scheme[sign], scheme["card"]) >= 3, sign


@pytest.mark.parametrize(("colours", "scheme"), [(themes.LIGHT, LIGHT), (themes.DARK, DARK)])
def test_colours_of_themes_can_be_told_from_the_ground(
    colours: tuple[str, ...], scheme: dict[str, str]
) -> None:
    assert len(set(colours)) == themes.MOST_THEMES
    for colour in colours:
        assert contrast(colour, scheme["card"]) >= 3, colour
        assert contrast(colour, scheme["page"]) >= 3, colour


def contrast(one: str, other: str) -> float:
    bright, dim = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def luminance(colour: str) -> float:
    """Relative luminance of sRGB, as WCAG defines it."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_bundle_defines_what_the_page_calls() -> None:
    assert "window.drawVega" in bundle()
