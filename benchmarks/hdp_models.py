"""LDA-B, HDP-B and the mixture of docs/your_own_model.md, side by side."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hdp_sets import Plan, five, scores
from report import Section
from timing import spread_text

from biterms import HDP, LDA

PAGE = Path(__file__).resolve().parents[1] / "docs" / "your_own_model.md"


def mixture() -> Any:
    """The class that the first block of the page makes."""
    block = PAGE.read_text(encoding="utf8").split("```python\n")[1].split("\n```")[0]
    names: dict[str, Any] = {"__name__": "your_own_model"}
    exec(compile(block, PAGE.name, "exec", dont_inherit=True), names)
    return names["Mixture"]


def measure(plan: Plan) -> Section:
    """Nothing set but the number of topics and the seed."""
    kinds = {"LDA-B": LDA, "HDP-B": HDP, "mixture": mixture()}
    rows, found = [], {}
    for name, data in five(plan.limit).items():
        found[name] = {
            label: scores(
                (
                    kind(plan.K, passes=plan.passes, random_state=s).fit(data.train)
                    for s in plan.seeds
                ),
                data,
            )
            for label, kind in kinds.items()
        }
        rows.append([name, *map(spread_text, found[name].values())])
    notes = [f"K = {plan.K}, {len(plan.seeds)} seeds, mean ± sd; the mixture: {PAGE.name}"]
    return Section("models: LPP", ["set", *kinds], rows, [], notes, {"lpp": found})
