"""Documents as bags: terms, and pairs of words as features of their own."""

from __future__ import annotations

from biterms.bags.bag_of_bigrams import BagOfBigrams
from biterms.bags.bag_of_biterms import BagOfBiterms
from biterms.bags.in_order import InOrder
from biterms.bags.paired import Paired

__all__ = ["BagOfBigrams", "BagOfBiterms", "InOrder", "Paired"]
