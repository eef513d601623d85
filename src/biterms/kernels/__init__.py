"""Arrays in, arrays out: the hot loops. ``BITERMS_KERNELS=reference`` chooses the NumPy twins."""

from __future__ import annotations

import os

from biterms.errors import SettingError
from biterms.kernels import (
    compiled,
    compiled_bags,
    compiled_bigrams,
    compiled_btm,
    compiled_hdp,
    compiled_near,
    reference,
    reference_bags,
    reference_bigrams,
    reference_btm,
    reference_hdp,
    reference_near,
    reference_tokens,
    tokens,
)
from biterms.kernels.reference_bigrams import Sequences
from biterms.kernels.reference_btm import Biterms, TopicCounts
from biterms.kernels.reference_tokens import Rules, Tokens
from biterms.kernels.scratch import Scratch
from biterms.kernels.shapes import (
    Array,
    Atoms,
    Counts,
    Found,
    Inference,
    Lazy,
    Local,
    Packed,
    PairRows,
    Pairs,
    PairSource,
    Rows,
    Shares,
    Sticks,
    entries_of,
)

_name = os.environ.get("BITERMS_KERNELS") or "compiled"
if _name not in ("compiled", "reference"):
    raise SettingError(f"BITERMS_KERNELS={_name}: expected 'compiled' or 'reference'")
_compiled = _name == "compiled"

isa = compiled.isa if _compiled else reference.isa
pack = compiled.pack if _compiled else reference.pack
pack_each = compiled.pack_each if _compiled else reference.pack_each
gather = compiled.gather if _compiled else reference.gather
expect = compiled.expect if _compiled else reference.expect
expect_words = compiled.expect_words if _compiled else reference.expect_words
documents = compiled.documents if _compiled else reference.documents
atoms = compiled_hdp.atoms if _compiled else reference_hdp.atoms
add_rows = compiled.add_rows if _compiled else reference.add_rows
pair_counts = compiled_bags.pair_counts if _compiled else reference_bags.pair_counts
bags = compiled_bags.bags if _compiled else reference_bags.bags
bigram_counts = compiled_bigrams.bigram_counts if _compiled else reference_bigrams.bigram_counts
bigram_bags = compiled_bigrams.bigram_bags if _compiled else reference_bigrams.bigram_bags
near_pairs = compiled_near.near_pairs if _compiled else reference_near.near_pairs
draw_topics = compiled_btm.draw_topics if _compiled else reference_btm.draw_topics
split = tokens.split if _compiled else reference_tokens.split
count = tokens.count if _compiled else reference_tokens.count

__all__ = [
    "Array",
    "Atoms",
    "Biterms",
    "Counts",
    "Found",
    "Inference",
    "Lazy",
    "Local",
    "Packed",
    "PairRows",
    "PairSource",
    "Pairs",
    "Rows",
    "Rules",
    "Scratch",
    "Sequences",
    "Shares",
    "Sticks",
    "Tokens",
    "TopicCounts",
    "add_rows",
    "atoms",
    "bags",
    "bigram_bags",
    "bigram_counts",
    "count",
    "documents",
    "draw_topics",
    "entries_of",
    "expect",
    "expect_words",
    "gather",
    "isa",
    "near_pairs",
    "pack",
    "pack_each",
    "pair_counts",
    "split",
]
