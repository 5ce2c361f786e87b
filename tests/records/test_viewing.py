"""What may be seen of an episode: everything once it is finished, and what is harmless before."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from clemtui.engine import OBSERVER, REVEAL
from clemtui.records.rows import EpisodeSummary, PlayerKind, SeatAssignment, State
from clemtui.records.viewing import all_views, has_secrets, human_seats, public_seats, views
from tests.support.transcripts import transcript_of

EVERYTHING = (REVEAL, OBSERVER, "Player 2", "Player 1")
UNFINISHED: tuple[State, ...] = ("running", "abandoned", "void")


def episode(state: State, *players: str) -> EpisodeSummary:
    """An episode whose players are people, by their names, or ``model``."""
    seats = []
    for number, name in enumerate(players, 1):
        kind: PlayerKind = "model" if name == "model" else "human"
        person = name if kind == "human" else None
        seats.append(SeatAssignment(f"Player {number}", "Role", kind, kind, person))
    people = tuple(name for name in players if name != "model")
    return replace(transcript_of().stored.summary, state=state, seats=tuple(seats), people=people)


@pytest.mark.parametrize("person", [None, "Ann", "Ben", "Cem"])
@pytest.mark.parametrize("players", [("Ann", "Ben"), ("Ann", "model"), ("model", "model")])
def test_finished_episode_has_no_secrets(players: tuple[str, str], person: str | None) -> None:
    assert views(episode("finished", *players), person) == EVERYTHING


@pytest.mark.parametrize("state", UNFINISHED)
def test_unfinished_episode_is_seen_from_ones_own_seats(state: State) -> None:
    both = episode(state, "Ann", "Ben")
    assert views(both, "Ann") == ("Player 1",)
    assert views(both, "ben") == ("Player 2",)
    assert views(episode(state, "Ann", "Ann"), "Ann") == ("Player 1", "Player 2")
    assert views(episode(state, "model", "Ben"), "Ben") == ("Player 2",)


@pytest.mark.parametrize("state", UNFINISHED)
@pytest.mark.parametrize("person", [None, "", "Cem"])
def test_others_see_what_no_one_in_it_can_learn_from(state: State, person: str | None) -> None:
    assert views(episode(state, "model", "model"), person) == (OBSERVER,)
    assert views(episode(state, "model", "Ben"), person) == ("Player 2",)
    assert views(episode(state, "Ann", "Ben"), person) == ()


def test_owner_may_ask_for_every_view() -> None:
    for state in ("finished", *UNFINISHED):
        assert all_views(episode(state, "Ann", "Ben")) == EVERYTHING


def test_public_seats_agree_with_the_views() -> None:
    """The search index and the exports know seats, not people."""
    for state, *players in product(("finished", *UNFINISHED), ("Ann", "model"), ("Ben", "model")):
        about = episode(state, *players)
        people = human_seats(about)
        names = tuple(seat.seat for seat in about.seats)
        if has_secrets(about.state, people):
            assert public_seats(about.state, names, people) == views(about, None)
        else:
            assert public_seats(about.state, names, people) == names


def test_person_whose_name_is_erased_is_no_one_else() -> None:
    """The names that are left belong to the other seats."""
    both = episode("running", "Ann", "Ben")
    seats = (replace(both.seats[0], person=None), both.seats[1])
    assert views(replace(both, seats=seats, people=("Ben",)), "Ben") == ("Player 2",)
