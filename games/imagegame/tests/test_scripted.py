"""The scripted giver and follower together: they reproduce any grid."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clemtui.catalogue import open_catalogue
from clemtui.engine import Response
from tests.support.examples import examples

LANGUAGES = ("ar", "de", "en", "fr", "it", "ja", "pt-BR", "ru", "te", "tk", "tr", "zh")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
BLANK = "▢"
MOST_COMMANDS = 25

cells = st.sampled_from(LETTERS + BLANK)
few = st.sampled_from(["A▢", "AB", "AB▢", "I▢", "AEI▢"]).flatmap(
    lambda alphabet: st.lists(st.sampled_from(alphabet), min_size=25, max_size=25)
)
grids = st.one_of(st.lists(cells, min_size=25, max_size=25), few).map(
    lambda found: tuple("".join(found[start : start + 5]) for start in range(0, 25, 5))
)


def module(name: str) -> Any:
    return open_catalogue().family("imagegame").module(name)


@pytest.mark.parametrize("language", LANGUAGES)
@given(rows=grids, seed=st.integers(0, 3))
@examples(60, deadline=None)
def test_what_the_giver_describes_the_follower_draws(
    language: str, rows: tuple[str, ...], seed: int
) -> None:
    plan = module("bots.giver").commands(rows, module("bots.wording").WORDINGS[language], seed)
    now = module("grids").EMPTY
    for command in plan:
        assert "\n" not in command
        now = module("bots.follower").follow(now, command, language)
    assert now == rows
    assert len(plan) <= MOST_COMMANDS


@pytest.mark.parametrize("language", LANGUAGES)
@given(st.text(max_size=60))
@examples(100, deadline=None)
def test_the_follower_answers_any_text_with_a_grid(language: str, said: str) -> None:
    made = module("bots.follower").follow(module("grids").EMPTY, said, language)
    assert [len(row) for row in made] == [5] * 5
    assert set("".join(made)) <= set(LETTERS + BLANK)


VOCABULARY = (
    "swap copy same the shape out made around its down up half leaving don't times next still : "
    "starting alternating A..B everything repeat that cross HELLO 2,3 T "
    "put fill row rows column cell 1 2 3 A B in the of and , with first last two top left corner "
    "diagonal from to border except all every other rest middle ( ) below it erase 3x3 block both "
    "ends half not is square 0 25 middle two right from left second third 5x5 columns (2,3) C ▢"
)
WORDS = st.lists(st.sampled_from(VOCABULARY.split()), max_size=25).map(" ".join)


@given(WORDS)
@examples(300, deadline=None)
def test_reading_terminates_for_any_word_order(said: str) -> None:
    made = module("bots.follower").follow(module("grids").EMPTY, said, "en", (said, said))
    assert [len(row) for row in made] == [5] * 5
    assert set("".join(made)) <= set(LETTERS + BLANK)


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_grids_that_were_never_shipped_the_pair_gets_all_points_in_few_commands(
    language: str,
) -> None:
    game = open_catalogue().game("imagegame")
    commands = 0
    for seed in range(1000, 1040):
        instance = game.generate(language, seed)
        master = game.start(instance, open_catalogue().texts(instance, language))
        players = {seat.name: game.scripted(seat.name, language, seed) for seat in game.card.seats}
        while master.pending():
            (request,) = master.pending()
            said = players[request.seat].respond(request, master.view(request.seat))
            master.submit(Response.of(request.id, said))
        assert game.score(master).main_score == 100
        commands += master.rounds - 1
    assert commands / 40 < 6


def test_no_player_for_other_seats_and_languages() -> None:
    game = open_catalogue().game("imagegame")
    with pytest.raises(LookupError, match="seat 'Player 3'"):
        game.scripted("Player 3", "en", 1)
    with pytest.raises(LookupError, match="language 'eo'"):
        game.scripted("Player 1", "eo", 1)
    game.scripted("Player 2", "de-AT", 1)  # a region uses the words of its language


def test_a_new_giver_resumes_where_another_stopped() -> None:
    """The next command follows from what was said, not from what a player remembers."""
    game = open_catalogue().game("imagegame")
    instance = game.generate("en", 7)
    master = game.start(instance, open_catalogue().texts(instance, "en"))
    while master.pending():
        (request,) = master.pending()
        player = game.scripted(request.seat, "en", 0)
        said = player.respond(request, master.view(request.seat))
        master.submit(Response.of(request.id, said))
    assert game.score(master).main_score == 100
