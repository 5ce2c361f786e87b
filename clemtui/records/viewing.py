"""What may be seen of a recorded episode: one rule for every front, command, export and search.

A finished episode has no secrets. Any other may still be played (if it was continued with another
partner, under a new id), so nothing of it may reach someone who plays it in another seat:

- someone who plays in it sees it from their own seats only;
- everyone else sees what no one in it could learn from: everything if no people play, the seat of
  the only person, or nothing if several play.

Whoever has the database has everything in it. Commands therefore show any view that is asked for by
name (`ALL_VIEWS`), but nothing beyond this rule by default.
"""

from __future__ import annotations

from collections.abc import Collection

from clemtui.engine import OBSERVER, REVEAL
from clemtui.records.rows import EpisodeSummary, State


def has_secrets(state: State, people: Collection[str]) -> bool:
    """Return whether an episode hides something from someone.

    Args:
        state: its state.
        people: the seats that people fill.
    """
    return state != "finished" and bool(people)


def public_seats(state: State, seats: Collection[str], people: Collection[str]) -> tuple[str, ...]:
    """Return the seats whose requests and responses anyone may see.

    Args:
        state: the state of the episode.
        seats: all its seats.
        people: those that people fill.
    """
    if not has_secrets(state, people):
        return tuple(seats)
    return tuple(people) if len(people) == 1 else ()


def human_seats(episode: EpisodeSummary) -> tuple[str, ...]:
    """Return the seats that people fill."""
    return tuple(each.seat for each in episode.seats if each.kind == "human")


def views(episode: EpisodeSummary, person: str | None) -> tuple[str, ...]:
    """Return from whose points of view a person may see an episode now, the most complete first.

    Args:
        episode: the episode.
        person: a pseudonym; None for someone unknown.

    Returns:
        seats, `OBSERVER` and `REVEAL`; nothing if the person may see nothing of it.
    """
    if episode.state == "finished":
        return all_views(episode)
    people = human_seats(episode)
    if not people:
        return (OBSERVER,)
    known = (each.seat for each in episode.seats if each.person is not None)
    names = {seat: name.casefold() for seat, name in zip(known, episode.people, strict=False)}
    wanted = None if person is None else person.casefold()
    own = tuple(seat for seat in people if wanted is not None and names.get(seat) == wanted)
    return own or public_seats(episode.state, (), people)


def all_views(episode: EpisodeSummary) -> tuple[str, ...]:
    """Return every point of view, the most complete first: for whoever owns the database."""
    return (REVEAL, OBSERVER, *(each.seat for each in reversed(episode.seats)))
