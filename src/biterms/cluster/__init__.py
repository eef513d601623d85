"""Texts that outgrow one machine: topics learnt on a Dask cluster, and added up exactly."""

from biterms.cluster.fit import fit
from biterms.cluster.schedules import Lanes, Synchronous

__all__ = ["Lanes", "Synchronous", "fit"]
