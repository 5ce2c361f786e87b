"""Compute the scripted guesser's openings for the family's word lists (two minutes each).

Usage, from the root of the repository::

    python -m games.wordle.tools.build_openings

Run this whenever a word list or its frequencies change: openings are looked up by the list's
digest. Books of unchanged lists are kept; to recompute all of them, delete
``bots/data/openings.json``.
"""

from __future__ import annotations

import json

from games.wordle import words
from games.wordle.bots import candidates, guesser, partition, word_lists

OPENINGS = 4
#: Number of targets compared: enough to rank the first moves.
FIRST_TARGETS = 2500
#: Minimum weight of a first move, so that it is itself a likely word.
FIRST_WEIGHT = 0.5
#: Pairs compared for each second move: all words if there are few targets, fewer words if many.
BUDGET = 400_000


def book(language: str) -> dict[str, dict[str, str]]:
    """Compute the second moves by first move and marks, for the word list of a language."""
    index = candidates.CandidateIndex(word_lists.accepted_words(language))
    targets, weights = index.words[:FIRST_TARGETS], index.weights[:FIRST_TARGETS]
    known = [
        w for w, weight in zip(index.words, index.weights, strict=True) if weight > FIRST_WEIGHT
    ]
    known.sort(key=lambda word: -partition.information(word, targets, weights))
    table: dict[str, dict[str, str]] = {}
    for first in known[:OPENINGS]:
        table[first] = {}
        groups: dict[int, list[int]] = {}
        for i, code in enumerate(partition.pattern_codes(first, index.words)):
            groups.setdefault(code, []).append(i)
        for code, left in sorted(groups.items()):
            if len(left) > 2:  # one or two words need no table
                weighted = {i: index.weights[i] for i in left}
                best = guesser.best_guesses(index, weighted, {first}, 5, budget=BUDGET)
                table[first][str(code)] = best[0]
        print(language, first, len(table[first]), flush=True)
    return table


def main() -> None:
    """Compute the missing books and write them together with those still valid."""
    path = word_lists.DATA / guesser.OPENINGS_FILE
    old = json.loads(path.read_text("utf-8")) if path.exists() else {}
    books: dict[str, dict[str, dict[str, str]]] = {}
    for language in words.LANGUAGES:
        digest = word_lists.accepted_words(language).digest
        books[digest] = old.get(digest) or book(language)
    text = json.dumps(books, ensure_ascii=False, indent=1, sort_keys=True)
    path.write_text(text + "\n", "utf-8", newline="\n")


if __name__ == "__main__":
    main()
