"""How much memory a minibatch needs beyond the model: measured in a process of its own."""

from __future__ import annotations

import ctypes
import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import corpora
from report import Section
from scipy import sparse
from timing import Options, Ratio

from biterms import LDA, SVI

TITLES, V, LIMIT = 5000, 50_000, 200.0
#: inference, threads
CASES = (("mean", 1), ("mean", 2), ("vb", 1), ("vb", 2))


def measure(options: Options) -> Section:
    """Growth of the peak resident set during `partial_fit` of 5,000 titles."""
    X = corpora.spread(corpora.titles(options.titles).train[:TITLES], V)
    rows, ratios = [], []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "titles.npz"
        sparse.save_npz(path, X)
        for inference, threads in CASES:
            grown = [_child(path, inference, threads, options.K) for _ in range(options.runs)]
            name = f"{inference}, {threads} thread(s)"
            ratios.append(Ratio(f"MB beyond the model, {name}", grown, LIMIT, at_least=False))
            rows.append([name, f"{max(grown):.0f}"])
    model = f"the model itself: {8 * options.K * V / 1e6:.0f} MB"
    notes = [f"{X.shape[0]:,} titles, K = {options.K}, V = {V:,}; {model}"]
    return Section("memory of a minibatch", ["setting", "most MB"], rows, ratios, notes)


def _child(path: Path, inference: str, threads: int, K: int) -> float:
    command = [sys.executable, __file__, str(path), inference, str(threads), str(K)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return float(json.loads(done.stdout))


def child(path: str, inference: str, threads: str, K: str) -> float:
    """MB between the resident set when the model is there and the peak after the minibatch."""
    X = sparse.load_npz(path)
    own = {"learner": SVI(total_docs=len(X.indptr)), "init": "random", "random_state": 0}
    model = LDA(int(K), inference=inference, n_threads=int(threads), **own)
    model.partial_fit(X[:10])
    _forget_peak()
    before = _resident()
    model.partial_fit(X)
    return (_peak() - before) / 1e6


def _forget_peak() -> None:
    """Linux: what starting up and drawing the model used must not hide what the minibatch needs."""
    path = Path("/proc/self/clear_refs")
    if path.exists():
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
        path.write_text("5")


def _status(key: str) -> int | None:
    path = Path("/proc/self/status")
    rows = path.read_text().splitlines() if path.exists() else []
    found = [row.split()[1] for row in rows if row.startswith(key)]
    return 1024 * int(found[0]) if found else None


def _resident() -> int:
    return _status("VmRSS:") or _peak()


def _peak() -> int:
    unit = 1 if sys.platform == "darwin" else 1024
    return _status("VmHWM:") or unit * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


if __name__ == "__main__":
    print(json.dumps(child(*sys.argv[1:])))
