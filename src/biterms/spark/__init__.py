"""Texts that live in Spark: learn from them there, and give them topics there."""

from biterms.spark.fitting import fit
from biterms.spark.following import ForeachBatch
from biterms.spark.transforming import transform

__all__ = ["ForeachBatch", "fit", "transform"]
