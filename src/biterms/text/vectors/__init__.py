"""Word vectors from files: GloVe and word2vec as text, npz, and a cache in safetensors."""

from biterms.text.vectors.files import read_vectors, save_vectors
from biterms.text.vectors.table import WordVectors

__all__ = ["WordVectors", "read_vectors", "save_vectors"]
