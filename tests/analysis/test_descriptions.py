"""Players of one name are told apart by exactly what differs in them."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from clemtui.analysis.descriptions import Descriptions, Played
from clemtui.records.line_ups import LineUp, SeatPlayer, seat_players
from clemtui.records.rows import SeatAssignment

SEATS = ("Player 1", "Giver"), ("Player 2", "Follower"), ("Player 3", "Judge")


def played(*players: dict[str, Any] | None) -> Played:
    """Return a line-up of models called small with these parameters; None is a person."""
    seats = [
        SeatAssignment(*seat, "human", "human", "ada")
        if parameters is None
        else SeatAssignment(*seat, "model", "small", parameters=parameters)
        for seat, parameters in zip(SEATS, players, strict=False)
    ]
    return Played(LineUp.of(seats), seat_players(seats), "{}")


def test_line_ups_of_the_same_names_are_always_told_apart() -> None:
    """Whoever of two players with one name has which seat, and with what settings."""
    settings: list[dict[str, Any]] = [{}, {"temperature": 1.0}, {"extra": {"top_p": 0.5}}]
    line_ups = [played(*each) for each in product(settings, repeat=3)]
    known = Descriptions(line_ups)
    assert len({known.of_line_up(each) for each in line_ups}) == 27
    for each in line_ups:
        assert len(set(known.of_seats(each))) == len({*map(str, each.line_up.players)})


PARTS = st.sampled_from(["x", " / ", " + ", ", b=", "=", '"', " ", "unknown", "not set", "1", "\n"])
TEXTS = st.lists(PARTS, max_size=3).map("".join)
VALUES = TEXTS | st.sampled_from([1, True, 0.5, ["x"]])
PLAYERS = st.dictionaries(st.sampled_from(["model", "a", "b"]), VALUES)
EPISODES = st.tuples(PLAYERS, PLAYERS, st.sets(TEXTS, min_size=1))


@given(EPISODES, EPISODES)
@example(({"a": "not set"}, {}, {"x"}), ({}, {}, {"x"}))
@example(({"a": "x, b=x"}, {"b": "x"}, {"x"}), ({"a": "x"}, {"b": "x, b=x"}, {"x"}))
@example(({}, {}, {"x", "y"}), ({}, {}, {"x + y"}))
@example(({}, {}, {""}), ({}, {}, {"unknown"}))
def test_whatever_texts_are_in_them_descriptions_differ_where_players_do(
    first: tuple[dict[str, Any], dict[str, Any], set[str]],
    second: tuple[dict[str, Any], dict[str, Any], set[str]],
) -> None:
    """The first player asks the model m, and these models answer."""
    one, other = (
        played({**asked, "model": "m"}, partner)._replace(
            answered=json.dumps({"m": sorted(models)})
        )
        for asked, partner, models in (first, second)
    )
    known = Descriptions([one, other])
    same = known.of_line_up(one) == known.of_line_up(other)
    assert same == (one == other)


def test_a_value_that_only_one_has_is_named_for_all() -> None:
    mixed = played({}, {"temperature": 1.0})
    assert Descriptions([mixed]).of_line_up(mixed) == "temperature of small=0 / 1"
    one, other = played({"max_tokens": 9}, None), played({}, None)
    known = Descriptions([one, other])
    assert known.of_seats(one) == ("max_tokens of small=9", "")
    assert known.of_seats(other) == ("max_tokens of small=not set", "")


def test_what_all_of_a_name_have_is_not_named() -> None:
    one, other = (
        played({"model": "m", "top_k": 1}, each) for each in (None, {"model": "m", "top_k": 1})
    )
    assert {Descriptions([one, other]).of_line_up(each) for each in (one, other)} == {""}


def test_the_answers_of_a_model_are_named_only_for_players_that_asked_it() -> None:
    """“Unknown” would mean that the provider did not name the model."""
    one, other, third = (
        played({"model": model, "temperature": temperature})._replace(answered=answered)
        for model, temperature, answered in (
            ("m", 0, '{"m": ["m-1"]}'), ("m", 1, "{}"), ("n", 1, '{"n": ["n-1"]}'),
        )
    )  # fmt: skip
    known = Descriptions([one, other, third])
    assert [known.of_line_up(each) for each in (one, other, third)] == [
        "answering as m=m-1, model of small=m, temperature of small=0",
        "answering as m=unknown, model of small=m, temperature of small=1",
        "model of small=n, temperature of small=1",
    ]


def test_what_answered_is_said_only_of_the_seats_of_those_who_asked() -> None:
    """Whether or not names are shown."""
    one, other = (
        Played(
            LineUp.of(
                SeatAssignment(*at, "model", name) for at, name in zip(SEATS, "ab", strict=False)
            ),
            tuple(SeatPlayer(*at, "model", name) for at, name in zip(SEATS, "ab", strict=False)),
            f'{{"a": ["a-{n}"]}}',
        )
        for n in (1, 2)
    )
    for named in (True, False):
        known = Descriptions([one, other], named=named)
        assert known.of_line_up(one) == "answering as a=a-1"
        assert known.of_seats(other) == ("answering as a=a-2", "")


def test_a_description_depends_on_no_player_of_another_name() -> None:
    small = [played({"max_tokens": 9, **each}) for each in ({}, {"top_p": 0.5})]
    other = Played(
        LineUp.of([SeatAssignment(*SEATS[0], "model", "big", parameters={"max_tokens": 7})]),
        (SeatPlayer(*SEATS[0], "model", "big"),),
        "{}",
    )
    alone, together = Descriptions(small), Descriptions([*small, other])
    told = ["top_p of small=not set", "top_p of small=0.5"]
    assert [alone.of_line_up(each) for each in small] == told
    assert [together.of_line_up(each) for each in small] == told
    assert together.of_line_up(other) == ""


def test_where_names_are_not_shown_settings_are_compared_across_them() -> None:
    """The model is no setting: a line says which players are pooled."""
    small = [played({"model": "s", "temperature": each}) for each in (0.0, 1.0)]
    big = [
        Played(each.line_up, (each.seats[0]._replace(name="big"),), "{}")
        for each in (played({"model": "b", "temperature": t}) for t in (0.0, 1.0))
    ]
    known = Descriptions([*small, *big], named=False)
    cold, hot = "temperature=0", "temperature=1"
    assert [known.of_line_up(each) for each in (*small, *big)] == [cold, hot, cold, hot]
    assert known.of_seats(big[1]) == (hot,)
    both = Played(
        LineUp.of(
            SeatAssignment(*at, "model", name) for at, name in zip(SEATS, "sb", strict=False)
        ),
        (small[0].seats[0], SeatPlayer(*SEATS[1], "model", "big")),
        "{}",
    )
    assert Descriptions([*small, both], named=False).of_line_up(both) == cold


def test_a_name_of_several_models_is_told_apart_also_where_names_are_not_shown() -> None:
    one, other = (played({"model": each}) for each in "mn")
    known = Descriptions([one, other], named=False)
    assert [known.of_line_up(each) for each in (one, other)] == ["model=m", "model=n"]
