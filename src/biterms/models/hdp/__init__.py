"""HDP and HDP-B: settings, state, document step, and how many topics there are (section 4.2)."""

from biterms.models.hdp.estimator import HDP

__all__ = ["HDP"]
