"""The door of `bags.counts`."""

from biterms.bags.counts import LARGEST, admit, as_table, read_counts

__all__ = ["LARGEST", "admit", "as_table", "read_counts"]
