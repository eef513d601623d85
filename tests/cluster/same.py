"""Two models that must have the same bits."""

from __future__ import annotations

from biterms import TopicModel
from tests.topics.bits import bits


def assert_same_model(one: TopicModel, other: TopicModel) -> None:
    """All that files would hold, except for what the run has cost."""
    (settings, arrays), (others, other_arrays) = bits(one), bits(other)
    for each in (settings, others):
        made = each["provenance"]
        each["provenance"] = {name: made[name] for name in made if not name.startswith("cluster_")}
    assert settings == others
    assert arrays.keys() == other_arrays.keys()
    assert [name for name, array in arrays.items() if array != other_arrays[name]] == []
