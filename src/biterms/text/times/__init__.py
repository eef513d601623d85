"""Times of texts as people write them: one value, or a column that is decided on as a whole."""

from biterms.text.times.column import TimeColumn
from biterms.text.times.values import seconds_of

__all__ = ["TimeColumn", "seconds_of"]
