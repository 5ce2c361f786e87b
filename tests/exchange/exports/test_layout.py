"""Places of episodes in a tree: nothing is lost, and no row of `clem eval` mixes anything."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clemtui.exchange.exports.files import EpisodePlace
from clemtui.exchange.exports.layout import Candidate, assign_places
from clemtui.exchange.imports.results_tree import model_names

PLAY = Candidate(
    episode="1",
    seats=("Player 1", "Player 2"),
    players=(("human", "anna"), ("model", "gpt")),
    interface="assisted",
    setup="taboo:1",
    line_up="human, gpt",
    answered="{}",
    game="taboo",
    language="en",
    experiment="high",
    experiment_content="c0ffee",
    game_id=7,
)


def paths_of(*plays: Candidate) -> list[str]:
    """Return the paths of some plays, in order."""
    numbered = [replace(play, episode=str(number)) for number, play in enumerate(plays)]
    found = assign_places(numbered)
    return [str(found[play.episode].path) for play in numbered]


def test_single_play_has_the_reference_path() -> None:
    (place,) = assign_places([PLAY]).values()
    assert str(place.path) == "anna--gpt/taboo/high/instance_00007"
    assert str(place.experiment) == "anna--gpt/taboo/high"
    assert str(place.players) == "anna--gpt"
    assert (place.players.name, place.names) == (
        "anna--gpt",
        {"Player 1": "anna", "Player 2": "gpt"},
    )


def test_further_plays_get_their_own_folder() -> None:
    """The reference's own runner overwrites the previous play."""
    assert paths_of(PLAY, PLAY, PLAY) == [
        "anna--gpt/taboo/high/instance_00007",
        "anna--gpt/taboo/high/instance_00007_play_2",
        "anna--gpt/taboo/high/instance_00007_play_3",
    ]


def test_models_that_answered_under_another_name_have_another_folder_as_in_a_report() -> None:
    """An episode that ended before the model was asked belongs to the only ones that there are."""
    one = replace(PLAY, answered='{"gpt":["gpt-2026-01"]}')
    other = replace(PLAY, answered='{"gpt":["gpt-2026-02"]}')
    folders = [path.partition("/")[0] for path in paths_of(one, other, one)]
    assert folders[0] == folders[2] != folders[1]
    assert all(re.fullmatch("anna--gpt-[0-9a-f]{6}", folder) for folder in folders)
    assert paths_of(one, PLAY, one)[1] == "anna--gpt/taboo/high/instance_00007_play_2"


@given(st.lists(st.text("a-_/.é ", max_size=6), min_size=2, max_size=2))
def test_a_folder_is_read_back_as_its_players(names: list[str]) -> None:
    """Whatever they are called: two dashes are between names and nowhere else."""
    players = tuple(("human", name) for name in names)
    if names[0] == names[1]:
        return
    (place,) = assign_places([replace(PLAY, players=players)]).values()
    assert model_names(place.players.name) == tuple(place.names[seat] for seat in PLAY.seats)
    assert PurePosixPath(place.players.name).parts == (place.players.name,)


def test_seat_order_makes_another_row() -> None:
    turned = replace(PLAY, players=tuple(reversed(PLAY.players)))
    assert paths_of(PLAY, turned)[1] == "gpt--anna/taboo/high/instance_00007"


def test_one_player_in_all_seats_has_one_row_for_all_games() -> None:
    model = ("model", "gpt")
    both = replace(PLAY, players=(model, model), interface="")
    alone = replace(
        PLAY, players=(model,), seats=("Player 1",), game="wordle", setup="w:1", interface=""
    )
    assert paths_of(both, alone) == [
        "gpt--gpt/taboo/high/instance_00007",
        "gpt--gpt/wordle/high/instance_00007",
    ]


def test_another_interface_makes_another_row() -> None:
    verbatim = replace(PLAY, interface="verbatim")
    assert paths_of(PLAY, verbatim) == [
        "anna--gpt-assisted/taboo/high/instance_00007",
        "anna--gpt-verbatim/taboo/high/instance_00007",
    ]


def test_another_setup_of_the_same_game_makes_another_row() -> None:
    """Other aids, limits or settings of the model, or another scorer."""
    one, other = paths_of(PLAY, replace(PLAY, setup="taboo:2"))
    assert one != other
    for path in (one, other):
        assert path.startswith("anna--gpt-")
        assert path.endswith("/taboo/high/instance_00007")


def test_what_differs_between_games_makes_no_other_row() -> None:
    """Aids and scorers belong to a game."""
    wordle = replace(PLAY, game="wordle", setup="wordle:1")
    assert paths_of(PLAY, wordle) == [
        "anna--gpt/taboo/high/instance_00007",
        "anna--gpt/wordle/high/instance_00007",
    ]


def test_person_and_model_with_the_same_name_are_separate() -> None:
    person = replace(PLAY, players=(("human", "gpt"),), seats=("Player 1",))
    model = replace(PLAY, players=(("model", "gpt"), ("human", "bob")), interface="assisted")
    one, other = (PurePosixPath(path).parts[0] for path in paths_of(person, model))
    assert one.startswith("gpt-")
    assert other.startswith("gpt-")
    assert other.endswith("--bob")
    assert not other.startswith(one)


def test_experiments_with_different_content_are_separate() -> None:
    """All episodes of a folder share one ``experiment.json``."""
    one, other = paths_of(PLAY, replace(PLAY, experiment_content="facade"))
    for path in (one, other):
        assert PurePosixPath(path).parts[2].startswith("high-")
    assert one != other


def test_each_language_has_a_folder() -> None:
    german = replace(PLAY, language="de", experiment_content="facade")
    assert paths_of(PLAY, german, replace(PLAY, experiment="low")) == [
        "en/anna--gpt/taboo/high_en/instance_00007",
        "de/anna--gpt/taboo/high_de/instance_00007",
        "en/anna--gpt/taboo/low/instance_00007",
    ]


PLAYERS = st.sampled_from(
    [("human", "a"), ("human", "A"), ("model", "a"), ("model", "a/b"), ("model", "a_b")]
)
PLAYS = st.builds(
    Candidate,
    episode=st.just(""),
    seats=st.just(("Player 1", "Player 2")),
    players=st.tuples(PLAYERS, PLAYERS),
    interface=st.sampled_from(["assisted", "verbatim"]),
    line_up=st.just(""),
    answered=st.just("{}"),
    setup=st.sampled_from(["one", "two"]),
    game=st.sampled_from(["taboo", "wordle"]),
    language=st.sampled_from(["en", "de"]),
    experiment=st.sampled_from(["high", "HIGH", "high en", "high_en"]),
    experiment_content=st.sampled_from(["c0ffee", "facade"]),
    game_id=st.integers(0, 2),
)


def evaluation_path(place: EpisodePlace) -> str:
    """Return what `clem eval` uses to identify an episode: the last parts of its path."""
    return "/".join(place.path.parts[-4:])


def row(play: Candidate) -> tuple[object, ...]:
    """Return what a row of `clem eval` must not mix."""
    who = play.players if len(set(play.players)) > 1 else play.players[:1]
    return who, play.interface, play.game, play.setup


@given(st.lists(PLAYS, min_size=1, max_size=12))
def test_nothing_is_lost_and_nothing_is_mixed(plays: Sequence[Candidate]) -> None:
    numbered = [replace(play, episode=str(number)) for number, play in enumerate(plays)]
    found = assign_places(numbered)
    assert found.keys() == {play.episode for play in numbered}
    assert len({evaluation_path(place).casefold() for place in found.values()}) == len(numbered)
    rows: dict[tuple[str, str], tuple[object, ...]] = {}
    contents: dict[str, tuple[str, str, str]] = {}
    for play in numbered:
        place = found[play.episode]
        assert rows.setdefault((place.players.name, play.game), row(play)) == row(play)
        content = (play.language, play.experiment, play.experiment_content)
        assert contents.setdefault(str(place.experiment).casefold(), content) == content


@pytest.mark.parametrize("seed", range(3))
def test_names_do_not_depend_on_the_order_of_the_plays(seed: int) -> None:
    plays = [
        replace(PLAY, episode=str(number), setup=setup, interface=interface, game_id=number)
        for number, (setup, interface) in enumerate(
            [("a", "assisted"), ("b", "assisted"), ("a", "verbatim")]
        )
    ]
    shuffled = plays.copy()
    random.Random(seed).shuffle(shuffled)
    assert assign_places(shuffled) == assign_places(plays)
