"""Arrays in, arrays out: the hot loops. ``BITERMS_KERNELS=reference`` chooses the NumPy twins.

Only the chosen ones are imported: the twins need SciPy, compiled code does not.
"""

from __future__ import annotations

import os

from biterms.errors import SettingError
from biterms.kernels.btm_shapes import Biterms, TopicCounts
from biterms.kernels.evidence_shapes import PRIOR, SHARES, Arrived, WordPast
from biterms.kernels.hdp_shapes import Atoms, Shares, Sticks
from biterms.kernels.lda_shapes import DocumentResult, Local, Prevalence
from biterms.kernels.pair_sample import LONGEST_PAIRED, pair_mass
from biterms.kernels.row_shapes import Inference, Lazy, Rows, Steps
from biterms.kernels.scratch import Scratch
from biterms.kernels.shapes import Array, Counts, Packed, PairRows, Pairs, PairSource, entries_of
from biterms.kernels.slot_shapes import Spelled
from biterms.kernels.text_shapes import Rules, Sequences, Tokens, WordLists

_name = os.environ.get("BITERMS_KERNELS") or "compiled"
if _name not in ("compiled", "reference"):
    raise SettingError(f"BITERMS_KERNELS={_name}: expected 'compiled' or 'reference'")

if _name == "compiled":
    from biterms.kernels.compiled import (
        add_rows,
        digamma,
        documents,
        expect,
        expect_words,
        gather,
        isa,
        pack,
        pack_each,
    )
    from biterms.kernels.compiled_bags import bags, pair_counts
    from biterms.kernels.compiled_bigrams import bigram_bags, bigram_counts
    from biterms.kernels.compiled_btm import draw_topics
    from biterms.kernels.compiled_evidence import update_evidence
    from biterms.kernels.compiled_foreign import foreign_runs, with_runs
    from biterms.kernels.compiled_hdp import atoms
    from biterms.kernels.compiled_json import json_strings
    from biterms.kernels.compiled_learn import learn, prevalent_alpha
    from biterms.kernels.compiled_listed import listed_pairs
    from biterms.kernels.compiled_members import (
        different,
        holding,
        members,
        sums_of,
        tally,
        word_counts,
    )
    from biterms.kernels.compiled_near import near_pairs
    from biterms.kernels.compiled_slots import find_words, place_words, spell
    from biterms.kernels.compiled_tokens import count, fingerprints, split
else:
    from biterms.kernels.reference import (
        add_rows,
        digamma,
        documents,
        expect,
        expect_words,
        gather,
        isa,
        pack,
        pack_each,
    )
    from biterms.kernels.reference_bags import bags, pair_counts
    from biterms.kernels.reference_bigrams import bigram_bags, bigram_counts
    from biterms.kernels.reference_btm import draw_topics
    from biterms.kernels.reference_evidence import update_evidence
    from biterms.kernels.reference_foreign import foreign_runs, with_runs
    from biterms.kernels.reference_hdp import atoms
    from biterms.kernels.reference_json import json_strings
    from biterms.kernels.reference_learn import learn, prevalent_alpha
    from biterms.kernels.reference_listed import listed_pairs
    from biterms.kernels.reference_members import (
        different,
        holding,
        members,
        sums_of,
        tally,
        word_counts,
    )
    from biterms.kernels.reference_near import near_pairs
    from biterms.kernels.reference_slots import find_words, place_words, spell
    from biterms.kernels.reference_tokens import count, fingerprints, split

__all__ = [
    "LONGEST_PAIRED",
    "PRIOR",
    "SHARES",
    "Array",
    "Arrived",
    "Atoms",
    "Biterms",
    "Counts",
    "DocumentResult",
    "Inference",
    "Lazy",
    "Local",
    "Packed",
    "PairRows",
    "PairSource",
    "Pairs",
    "Prevalence",
    "Rows",
    "Rules",
    "Scratch",
    "Sequences",
    "Shares",
    "Spelled",
    "Steps",
    "Sticks",
    "Tokens",
    "TopicCounts",
    "WordLists",
    "WordPast",
    "add_rows",
    "atoms",
    "bags",
    "bigram_bags",
    "bigram_counts",
    "count",
    "different",
    "digamma",
    "documents",
    "draw_topics",
    "entries_of",
    "expect",
    "expect_words",
    "find_words",
    "fingerprints",
    "foreign_runs",
    "gather",
    "holding",
    "isa",
    "json_strings",
    "learn",
    "listed_pairs",
    "members",
    "near_pairs",
    "pack",
    "pack_each",
    "pair_counts",
    "pair_mass",
    "place_words",
    "prevalent_alpha",
    "spell",
    "split",
    "sums_of",
    "tally",
    "update_evidence",
    "with_runs",
    "word_counts",
]
