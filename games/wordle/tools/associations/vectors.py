"""Low-dimensional vectors of stems, from their co-occurrence in definitions.

Two stems are close if they occur with the same stems in the texts of a dictionary: positive
pointwise mutual information of neighbours, reduced by a singular value decomposition (Levy,
Goldberg and Dagan 2015, doi:10.1162/tacl_a_00134). A file has three lines of text, followed by one
signed byte per dimension for every word and every stem of these lines:

1. the number of dimensions;
2. ``word:mean:spread`` for each word: mean and standard deviation of its scalar product with the
   unit vectors of common stems, in tenths;
3. ``stem:weight`` for each stem: how much it counts in a clue, in per cent; common stems count
   less.
"""

from __future__ import annotations

import gzip
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from scipy.sparse import csr_matrix, diags
from scipy.sparse.linalg import svds

from games.wordle.bots.stems import content_stems, stem

DIMENSIONS = 50
#: Minimum number of texts that a stem of the vocabulary occurs in.
LEAST_TEXTS = 4
#: Number of stems stored for use in clues; the spread is measured with the most common of them.
MOST_STEMS = 18_000
COMMON_STEMS = 8_000
#: Exponent applied to context counts, which reduces the influence of rare contexts.
SMOOTHING = 0.75
#: A stem that occurs this often beside others counts 0.7 times as much as a rare one.
COMMON = 2_000
LARGEST = 127


def save_vectors(language: str, texts: Iterable[str], words: Iterable[str], path: Path) -> None:
    """Compute the vectors of all stems in the texts, and write those of words and common stems."""
    documents = [content_stems(language, text) for text in texts]
    counts = Counter(found for document in documents for found in document)
    vocabulary = sorted(found for found, count in counts.items() if count >= LEAST_TEXTS)
    vectors, weights = _decomposed(documents, vocabulary)
    place = {found: number for number, found in enumerate(vocabulary)}
    ranked = np.argsort(-weights, kind="stable")
    common = vectors[ranked[:COMMON_STEMS]].astype(float)
    common /= np.linalg.norm(common, axis=1, keepdims=True)
    known = [word for word in sorted(words) if stem(language, word) in place]
    rows = vectors[[place[stem(language, word)] for word in known]]
    products = rows.astype(float) @ common.T
    means, spreads = products.mean(axis=1), products.std(axis=1)
    stems = sorted(int(number) for number in ranked[:MOST_STEMS])
    lines = (
        f"{DIMENSIONS}",
        " ".join(
            f"{word}:{10 * mean:.0f}:{10 * spread:.0f}"
            for word, mean, spread in zip(known, means, spreads, strict=True)
        ),
        " ".join(
            f"{vocabulary[number]}:{100 / (1 + weights[number] / COMMON) ** 0.5:.0f}"
            for number in stems
        ),
    )
    text = "".join(f"{line}\n" for line in lines).encode("utf-8")
    data = text + rows.tobytes() + vectors[stems].tobytes()
    path.write_bytes(gzip.compress(data, 9, mtime=0))


def _decomposed(documents: list[list[str]], vocabulary: list[str]) -> tuple[np.ndarray, np.ndarray]:
    """Return the vectors (one signed byte per dimension) and the total weight of every stem."""
    place = {found: number for number, found in enumerate(vocabulary)}
    pairs = [
        (number, place[found])
        for number, document in enumerate(documents)
        for found in document
        if found in place
    ]
    rows, columns = zip(*pairs, strict=True)
    shape = (len(documents), len(vocabulary))
    occurrences = csr_matrix((np.ones(len(pairs)), (rows, columns)), shape=shape)
    lengths = np.asarray(occurrences.sum(axis=1)).ravel()
    # In a long text, each pair of words counts for less.
    together = (occurrences.T @ diags(1 / np.maximum(lengths, 1)) @ occurrences).tocoo()
    total = together.data.sum()
    weights = np.asarray(together.tocsr().sum(axis=1)).ravel()
    contexts = weights**SMOOTHING / (weights**SMOOTHING).sum()
    share = weights[together.row] / total
    information = np.log(together.data / total / (share * contexts[together.col]))
    told = information > 0
    entries = (information[told], (together.row[told], together.col[told]))
    matrix = csr_matrix(entries, shape=together.shape)
    left, values, _ = svds(matrix, k=DIMENSIONS, v0=np.ones(len(vocabulary)))
    vectors = left * values**0.5
    vectors -= vectors.mean(axis=0)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True) + 1e-9
    return np.round(vectors * LARGEST / np.abs(vectors).max()).astype(np.int8), weights
