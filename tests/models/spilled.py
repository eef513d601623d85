"""Documents whose numbers are in temporary files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from biterms.kernels import Counts
from biterms.store.documents import joined
from biterms.store.space import DiskSpace

#: documents of a piece
PIECE = 37


def spilled(X: Any, folder: Path) -> Counts:
    """Counts of documents on disk."""
    table = sparse.csr_array(X, dtype=np.float32)
    parts = [table[at : at + PIECE] for at in range(0, table.shape[0], PIECE)]
    with DiskSpace(folder) as space:
        rows = [(part.indptr, part.indices, part.data) for part in parts]
        return joined(rows, table.shape[1], space)
