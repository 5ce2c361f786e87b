"""What is exported of an episode: only what everyone in it agreed to, and no one else's timing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from clemtui.engine import Timing
from clemtui.records.rows import StoredEpisode
from clemtui.store.read.reader import Reader
from clemtui.study.export.played import Played, played_episode
from tests.exchange.records import SCRIPTED, Records, Who, open_records

GUESSER, DESCRIBER = "Player 2", "Player 1"
SAID = {DESCRIBER: ["CLUE: it gives milk"] * 3, GUESSER: ["GUESS: zebra", "GUESS: ox", "GUESS: é"]}


def recorded(database: Path, partner: Who, guesser: Who = ("human", "ann")) -> StoredEpisode:
    """Return an episode of taboo."""

    def play(made: Records) -> str:
        instance = made.instance("taboo", "high", 0)
        return made.play(
            instance, SAID, who={DESCRIBER: partner, GUESSER: guesser}, answered="gpt-x-1"
        )

    with open_records(database) as made:
        episode = play(made)
    with Reader(database) as reader:
        return reader.load(episode)


def person(stored: StoredEpisode, seat: str) -> str:
    return next(each.person or "" for each in stored.summary.seats if each.seat == seat)


def texts(played: Played) -> set[str | None]:
    return {each.text for each in played.turns}


@pytest.mark.parametrize("partner", [SCRIPTED, ("model", "openai/x")])
def test_everything_is_published_if_the_participant_agreed(database: Path, partner: Who) -> None:
    stored = recorded(database, partner)
    agreed = played_episode(stored, GUESSER, {person(stored, GUESSER)})
    assert agreed.published
    assert texts(agreed) >= {"GUESS: zebra", "GUESS: ox", "GUESS: é", "CLUE: it gives milk"}
    refused = played_episode(stored, GUESSER, {"someone else"})
    assert not refused.published
    assert texts(refused) == {None}, "the partner may have quoted the participant"
    assert [each.characters for each in refused.turns] == [each.characters for each in agreed.turns]


def test_a_second_person_must_have_agreed_as_well(database: Path) -> None:
    stored = recorded(database, ("human", "bob"))
    both = {person(stored, GUESSER), person(stored, DESCRIBER)}
    assert played_episode(stored, GUESSER, both).published
    for one in both:
        assert texts(played_episode(stored, GUESSER, {one})) == {None}


def test_only_the_participant_is_timed(database: Path) -> None:
    stored = recorded(database, ("human", "bob"))
    timing = Timing(submitted_ms=1200.0)
    timed = replace(stored, entries=tuple(replace(each, timing=timing) for each in stored.entries))
    found = played_episode(timed, GUESSER, ()).turns
    assert {(each.seat.seat, each.timing is not None) for each in found} == {
        (GUESSER, True),
        (DESCRIBER, False),
    }


def test_calls_are_counted_and_summed(database: Path) -> None:
    stored = recorded(database, ("model", "openai/x"))
    turns = played_episode(stored, GUESSER, ()).turns
    for each in turns:
        attempts = [a for a in stored.attempts if a.request == each.request]
        assert each.calls == len(attempts)
        known = [a.prompt_tokens for a in attempts if a.prompt_tokens is not None]
        assert each.prompt_tokens == (sum(known) if known else None)
    assert {each.answering for each in turns} == {"gpt-x-1"}


def test_episodes_of_models_are_published(database: Path) -> None:
    stored = recorded(database, SCRIPTED, ("model", "openai/x"))
    assert played_episode(stored, "", ()).published
