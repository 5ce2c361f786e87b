"""Search results in context: the first match with some text around it."""

from __future__ import annotations

from clemtui.records.findings import Snippet
from clemtui.store import search
from clemtui.store.folding import fold, terms
from clemtui.store.library import Database

AROUND = 40
"""How many characters to keep before and after a match."""


def snippet(db: Database, episode: str, query: str) -> Snippet | None:
    """Return the first match of a query's terms in the searchable text of an episode."""
    wanted = terms(query)
    for seat, received, text in search.searchable_texts(db, episode):
        found = _first_match(text, wanted)
        if found is not None:
            start, end = found
            return Snippet(
                seat=seat,
                received=received,
                before=("…" if start > AROUND else "") + text[max(0, start - AROUND) : start],
                found=text[start:end],
                after=text[end : end + AROUND] + ("…" if end + AROUND < len(text) else ""),
            )
    return None


def _first_match(text: str, wanted: tuple[tuple[str, bool], ...]) -> tuple[int, int] | None:
    """Return the start and end of the first matching term in a text."""
    if not any(words in " ".join(fold(text).split()) for words, _ in wanted):
        return None
    words, at = _words_with_positions(text)
    places = []
    for term, begins in wanted:
        start = f" {words} ".find(f" {term}" if begins else f" {term} ")
        if start >= 0:
            places.append((at[start], at[start + len(term) - 1] + 1))
    return min(places, default=None)


def _words_with_positions(text: str) -> tuple[str, list[int]]:
    """Return a text's words with single spaces, and the text index of each character."""
    found: list[str] = []
    at: list[int] = []
    for index, char in enumerate(text):
        for each in fold(char):
            if each != " " or (found and found[-1] != " "):
                found.append(each)
                at.append(index)
    return "".join(found).rstrip(" "), at
