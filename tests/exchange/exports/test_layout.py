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

from clemtui.analysis.report.rows import Row
from clemtui.exchange.exports.files import EpisodePlace
from clemtui.exchange.exports.layout import Candidate, ToldApart, assign_places
from clemtui.exchange.imports.results_tree import model_names

PLAY = Candidate(
    episode="1",
    seats=("Player 1", "Player 2"),
    players=(("human", "anna"), ("model", "gpt")),
    apart=ToldApart(
        row=Row(seats=(), average=("assisted",), in_game=("taboo:1", "none")),
        interface="assisted",
        line_up="human, gpt",
        answered="{}",
        condition="assisted",
    ),
    game="taboo",
    language="en",
    experiment="high",
    experiment_content="c0ffee",
    game_id=7,
)


def told(play: Candidate, *, rules: str = "", **texts: str) -> Candidate:
    """Return a play with other texts that tell its row apart, or other rules of its game."""
    apart = replace(play.apart, **texts)  # type: ignore[arg-type]
    in_game = (rules, "none") if rules else apart.row.in_game
    row = Row(seats=(), average=apart.texts, in_game=in_game)
    return replace(play, apart=replace(apart, row=row))


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


def test_what_tells_rows_apart_has_the_same_name_in_every_game_and_in_other_exports() -> None:
    """It is a hash of nothing else: neither of the scorer nor of what else is exported."""
    one, other, third = (told(PLAY, line_up=each) for each in ("one", "other", "third"))
    elsewhere = told(replace(one, game="wordle"), rules="wordle:9", line_up="one")
    folders = [path.partition("/")[0] for path in paths_of(one, other, elsewhere)]
    assert folders[0] == folders[2] != folders[1]
    assert all(re.fullmatch("anna--gpt-[0-9a-f]{6}", folder) for folder in folders)
    assert paths_of(third, one)[1] == paths_of(one, other)[0]


def test_models_that_answered_are_named_only_where_they_differ() -> None:
    texts = [("one", "a"), ("one", "b"), ("other", "a")]
    plays = [told(PLAY, line_up=line_up, answered=answered) for line_up, answered in texts]
    folders = [path.partition("/")[0] for path in paths_of(*plays)]
    assert len(set(folders)) == 3
    assert [folder.count("-") for folder in folders] == [4, 4, 3]


def test_what_a_report_joins_is_one_folder() -> None:
    """The report decides; texts only give the name."""
    one, other = told(PLAY, answered="a"), told(PLAY, answered="b")
    joined = replace(other, apart=replace(other.apart, row=one.apart.row))
    apart = told(PLAY, answered="c")
    folders = [path.partition("/")[0] for path in paths_of(one, joined, apart)]
    assert folders[0] == folders[1] != folders[2]


def test_languages_with_different_rules_of_a_game_are_not_mixed_together() -> None:
    """All games of a language stay one row, and evaluating both languages mixes nothing."""
    german = told(replace(PLAY, language="de"), rules="taboo:2")
    wordle = told(replace(PLAY, game="wordle"), rules="wordle:1")
    folders = ["/".join(path.split("/")[:3]) for path in paths_of(told(PLAY), german, wordle)]
    assert folders == ["en/anna--gpt-en/taboo", "de/anna--gpt-de/taboo", "en/anna--gpt-en/wordle"]


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
    both = replace(told(PLAY), players=(model, model))
    alone = replace(told(PLAY, rules="w:1"), players=(model,), seats=("Player 1",), game="wordle")
    assert paths_of(both, alone) == [
        "gpt--gpt/taboo/high/instance_00007",
        "gpt--gpt/wordle/high/instance_00007",
    ]


def test_another_interface_makes_another_row() -> None:
    verbatim = told(PLAY, interface="verbatim")
    assert paths_of(told(PLAY), verbatim) == [
        "anna--gpt-assisted/taboo/high/instance_00007",
        "anna--gpt-verbatim/taboo/high/instance_00007",
    ]


@pytest.mark.parametrize(
    "changed", [{"rules": "taboo:2"}, {"line_up": "human, other gpt"}, {"condition": "limits"}]
)
def test_another_setup_of_the_same_game_makes_another_row(changed: dict[str, str]) -> None:
    """Another scorer, other settings of the model, other limits."""
    one, other = paths_of(told(PLAY), told(PLAY, **changed))
    assert one != other
    for path in (one, other):
        assert path.startswith("anna--gpt-")
        assert path.endswith("/taboo/high/instance_00007")


def test_what_differs_between_games_makes_no_other_row() -> None:
    """Aids and scorers belong to a game."""
    wordle = told(replace(PLAY, game="wordle"), rules="wordle:1")
    assert paths_of(told(PLAY), wordle) == [
        "anna--gpt/taboo/high/instance_00007",
        "anna--gpt/wordle/high/instance_00007",
    ]


def test_person_and_model_with_the_same_name_are_separate() -> None:
    person = replace(PLAY, players=(("human", "gpt"),), seats=("Player 1",))
    model = replace(PLAY, players=(("model", "gpt"), ("human", "bob")))
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
    lambda play, told_by: told(play, **told_by),
    st.builds(
        replace,
        st.just(PLAY),
        players=st.tuples(PLAYERS, PLAYERS),
        game=st.sampled_from(["taboo", "wordle"]),
        language=st.sampled_from(["en", "de"]),
        experiment=st.sampled_from(["high", "HIGH", "high en", "high_en"]),
        experiment_content=st.sampled_from(["c0ffee", "facade"]),
        game_id=st.integers(0, 2),
    ),
    st.fixed_dictionaries(
        {
            "interface": st.sampled_from(["assisted", "verbatim"]),
            "line_up": st.sampled_from(["one", "two"]),
            "answered": st.sampled_from(["{}", "a"]),
            "rules": st.sampled_from(["1", "2"]),
        }
    ),
)


def evaluation_path(place: EpisodePlace) -> str:
    """Return what `clem eval` uses to identify an episode: the last parts of its path."""
    return "/".join(place.path.parts[-4:])


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
        row = (play.row, play.apart.row.in_game)
        assert rows.setdefault((place.players.name, play.game), row) == row
        content = (play.language, play.experiment, play.experiment_content)
        assert contents.setdefault(str(place.experiment).casefold(), content) == content


@pytest.mark.parametrize("seed", range(3))
def test_names_do_not_depend_on_the_order_of_the_plays(seed: int) -> None:
    plays = [
        replace(
            told(PLAY, line_up=line_up, interface=interface), episode=str(number), game_id=number
        )
        for number, (line_up, interface) in enumerate(
            [("a", "assisted"), ("b", "assisted"), ("a", "verbatim")]
        )
    ]
    shuffled = plays.copy()
    random.Random(seed).shuffle(shuffled)
    assert assign_places(shuffled) == assign_places(plays)
