"""Line-ups: the same players in the same seats have the same key, whatever they are called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clemtui.players.llm.parameters import ModelParameters
from clemtui.records.line_ups import (
    DEFAULTS,
    NO_PART_OF_A_PLAYER,
    AnsweringModels,
    LineUp,
    answered_by,
    completed_answers,
    configurations,
    given_names,
    identity,
    player_names,
    seat_players,
    told,
)
from clemtui.records.rows import PlayerKind, SeatAssignment

FIRST, SECOND = ("Player 1", "Giver"), ("Player 2", "Follower")


def model(
    name: str = "openai/x", at: tuple[str, str] = FIRST, seed: int | None = None, **parameters: Any
) -> SeatAssignment:
    return SeatAssignment(*at, "model", name, parameters=parameters, seed=seed)


def script(version: str | None = None, at: tuple[str, str] = FIRST) -> SeatAssignment:
    parameters = {} if version is None else {"script": version}
    return SeatAssignment(*at, "scripted", "scripted", parameters=parameters)


def person(id: str, at: tuple[str, str] = FIRST, name: str = "human") -> SeatAssignment:
    return SeatAssignment(*at, "human", name, id)


def same(one: SeatAssignment, other: SeatAssignment) -> bool:
    """Return whether two players of the same seat are the same, by line-up, key and hash."""
    found = LineUp.of([one]), LineUp.of([other])
    equal = found[0] == found[1]
    assert equal == (found[0].key == found[1].key)
    assert not equal or hash(found[0]) == hash(found[1])
    return equal


# What a player is


def test_two_names_of_one_model_are_the_same_player() -> None:
    assert same(model("small", model="openai/x"), model("tiny", model="openai/x"))
    assert same(model("small", model="openai/x"), model("openai/x"))


def test_one_name_of_two_models_is_two_players() -> None:
    assert not same(model("small", model="openai/a"), model("small", model="openai/b"))


PART_OF_A_PLAYER: tuple[Mapping[str, Any], ...] = (
    {"api_base": "http://localhost:8000/v1"},
    {"temperature": 0.7},
    {"temperature": None},
    {"max_tokens": 100},
    {"extra": {"top_p": 0.5}},
    {"extra": {"stop": ["END"]}},
    {"extra": {"reasoning": {"effort": "high"}}},
    {"protocol": "tools"},
    {"prompt": {"system": "Be brief."}},
    {"of a later version": True},
)


@pytest.mark.parametrize("parameters", PART_OF_A_PLAYER, ids=str)
def test_what_may_change_an_answer_makes_another_player(parameters: Mapping[str, Any]) -> None:
    plain = model(model="openai/x")
    assert not same(plain, model(model="openai/x", **parameters))


@pytest.mark.parametrize(
    "parameters",
    [
        {"timeout": 5.0},
        {"retries": 0},
        {"api_key_env": "OTHER_KEY"},
        {"extra": {"seed": 4}},
        {"extra": {"provider": {"seed": 4}}},
        {"seed": 4},
        {"model_spec": {"lookup_source": "here/model_registry.json"}},
    ],
    ids=str,
)
def test_how_a_model_is_reached_and_seeds_do_not(parameters: Mapping[str, Any]) -> None:
    plain = model(model="openai/x")
    assert same(plain, model(model="openai/x", **parameters))


def test_the_seed_of_a_seat_is_that_of_a_replicate() -> None:
    assert same(model(seed=1), model(seed=2))


def test_another_version_of_a_script_is_another_player() -> None:
    assert not same(script("1"), script("2"))


@pytest.mark.parametrize("name", sorted(DEFAULTS))
def test_an_absent_parameter_is_the_same_as_its_default(name: str) -> None:
    assert same(model(model="openai/x"), model(model="openai/x", **{name: DEFAULTS[name]}))


def test_every_parameter_of_a_model_has_its_default_or_is_no_part_of_a_player() -> None:
    """A new parameter must not make another player of every model that was recorded before."""
    fields = dict(ModelParameters.model_fields)
    del fields["model"]
    known = set(fields) - NO_PART_OF_A_PLAYER
    defaults = {name: fields[name].get_default(call_default_factory=True) for name in known}
    assert defaults == {name: DEFAULTS[name] for name in known if name in DEFAULTS}
    assert NO_PART_OF_A_PLAYER - set(fields) == {"model_spec.lookup_source"}  # of clembench
    assert set(DEFAULTS) - known == {"protocol", "script"}  # of other kinds, or still to come


def test_a_model_as_recorded_is_its_name_and_what_is_not_usual() -> None:
    usual: dict[str, Any] = ModelParameters(model="openai/x").record()
    assert identity(model("small", **usual)) == {"kind": "model", "model": "openai/x"}
    parameters = ModelParameters(model="openai/x", temperature=1, extra={"top_p": 0.5})
    warm: dict[str, Any] = parameters.record()
    assert identity(model("small", **warm)) == {
        "kind": "model", "model": "openai/x", "temperature": 1.0, "extra.top_p": 0.5,
    }  # fmt: skip


def test_a_number_is_the_same_however_it_is_written() -> None:
    assert same(model(temperature=1), model(temperature=1.0))
    assert same(model(extra={"top_p": 1}), model(extra={"top_p": 1.0}))
    assert not same(model(extra={"stream": 1}), model(extra={"stream": True}))


def test_people_are_all_human() -> None:
    assert same(person("ada"), person("ben", name="imported human"))
    assert not same(person("ada"), script())


def test_a_name_alone_does_not_make_a_player() -> None:
    kinds: tuple[PlayerKind, ...] = ("model", "scripted")
    one, other = (SeatAssignment(*FIRST, kind, "x") for kind in kinds)
    assert not same(one, other)


# Who has which seat


def test_the_order_of_the_seats_matters() -> None:
    there = LineUp.of([model("a"), model("b", SECOND)])
    back = LineUp.of([model("b"), model("a", SECOND)])
    assert there != back


def test_services_are_part_of_the_rules() -> None:
    shell = SeatAssignment("Shell", "Shell", "service", "shell")
    assert LineUp.of([model(), shell]) == LineUp.of([model()])
    assert [seat.seat for seat in seat_players([shell, model()])] == ["Player 1"]


def test_one_player_in_all_seats_is_the_same_as_in_one() -> None:
    both = LineUp.of([model("small", model="a"), model("tiny", SECOND, model="a")])
    assert both == LineUp.of([model(model="a")])
    assert both.player(0) == both.player(1) == {"kind": "model", "model": "a"}


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
_SEATS = st.lists(
    st.builds(
        SeatAssignment,
        st.sampled_from(["Player 1", "Player 2", "Player 3"]),
        st.text(max_size=5),
        st.sampled_from(["human", "model", "scripted", "service"]),
        st.text(min_size=1, max_size=5),
        parameters=st.dictionaries(st.text(max_size=8), _VALUES, max_size=3),
    ),
    max_size=3,
)


@given(_SEATS)
def test_a_line_up_is_the_same_after_reading_its_text(seats: list[SeatAssignment]) -> None:
    found = LineUp.of(seats)
    again = LineUp.read(found.text)
    assert (again, again.key, hash(again)) == (found, found.key, hash(found))


@given(_SEATS, st.randoms())
def test_the_order_in_which_parameters_were_written_does_not_matter(
    seats: list[SeatAssignment], random: Any
) -> None:
    def shuffled(value: Any) -> Any:
        if not isinstance(value, Mapping):
            return value
        items = list(value.items())
        random.shuffle(items)
        return {key: shuffled(each) for key, each in items}

    again = [
        SeatAssignment(s.seat, s.role, s.kind, s.player, parameters=shuffled(s.parameters))
        for s in seats
    ]
    assert LineUp.of(again).key == LineUp.of(seats).key


# Names and settings in tables


def named(*seats: SeatAssignment) -> tuple[LineUp, Any]:
    return LineUp.of(seats), seat_players(seats)


def test_a_player_is_listed_by_the_name_that_the_records_give_it() -> None:
    line_up, seats = named(model("small", model="openai/x"))
    names = player_names(given_names([(line_up, seats)]))
    assert [seat.name for seat in line_up.renamed(seats, names)] == ["small"]


def test_a_player_with_several_names_is_listed_by_that_of_the_model() -> None:
    one, other = named(model("small", model="openai/x")), named(model("tiny", model="openai/x"))
    names = player_names(given_names([one, other]))
    assert [seat.name for seat in one[0].renamed(one[1], names)] == ["openai/x"]
    assert one[0].renamed(one[1], names) == other[0].renamed(other[1], names)


def test_a_model_has_one_name_whatever_its_settings() -> None:
    """Otherwise its name would depend on which of its settings were played under which alias."""
    both, cold, hot = (
        named(model(alias, model="openai/x", temperature=temperature))
        for alias, temperature in (("small", 0.0), ("tiny", 0.0), ("small", 0.9))
    )
    names = player_names(given_names([both, cold, hot]))
    assert {line_up.renamed(seats, names)[0].name for line_up, seats in (both, cold, hot)} == {
        "openai/x"
    }
    only = player_names(given_names([both, hot]))
    assert hot[0].renamed(hot[1], only)[0].name == "small"


@pytest.mark.parametrize("second", [model("small", model="y"), model("y", model="small")])
def test_a_name_of_two_models_is_no_name_of_the_first(second: SeatAssignment) -> None:
    """Otherwise it would become the name of one of them alone as soon as the other gets another."""
    one, other = named(model("small", model="x")), named(second)
    names = player_names(given_names([one, other]))
    shown = [line_up.renamed(seats, names)[0].name for line_up, seats in (one, other)]
    assert shown == ["x", "y"]


def test_a_slash_at_the_end_of_an_address_makes_no_other_player() -> None:
    one, other = (
        LineUp.of([model("x", api_base=f"http://localhost:8000/v1{end}")]) for end in ("", "/")
    )
    assert one == other


def test_what_is_set_and_what_answered_may_tell_a_player_apart() -> None:
    found = named(model("small", model="small", temperature=0.5), person("ada", SECOND))
    answered = '{"small":["small-2026-01","small-2026-02"]}'
    assert configurations(*found, answered) == (
        {
            "model": "small",
            "temperature": "0.5",
            "answering as small": "small-2026-01 + small-2026-02",
        },
        {},
    )


def test_an_answer_belongs_to_the_player_that_was_asked() -> None:
    """If none of them was asked under that name, as in some imports, to all."""
    found = named(model("a"), model("b", SECOND))
    mine, partners = configurations(*found, '{"a":["a-1"],"x":["x-1"]}')
    assert (mine["answering as a"], mine["answering as x"]) == ("a-1", "x-1")
    assert partners == {"model": "b", "answering as x": "x-1"}


def test_answers_are_listed_by_the_model_that_was_asked() -> None:
    pairs = [("b", "b-2"), ("a", ""), ("b", "b-1"), ("b", "b-2")]
    assert answered_by(pairs) == {"a": [""], "b": ["b-1", "b-2"]}


def test_a_text_and_a_number_of_the_same_look_are_told_apart() -> None:
    seats = [[model("ex", model="openai/x", extra={"top_k": value})]
             for value in (1, "1", True, "true", "one", "[" * 9000)]  # fmt: skip
    said = [configurations(LineUp.of(each), seat_players(each), "{}")[0] for each in seats]
    *short, nested = [each["extra.top_k"] for each in said]
    assert nested.startswith("[[[")
    assert short == ["1", '"1"', "true", '"true"', "one"]


A, B = model("a"), model("b", SECOND)
LINE_UPS = {
    1: LineUp.of([A, B]),
    2: LineUp.of([model("a", temperature=1)]),
    3: LineUp.of([person("ada"), model("a", SECOND)]),
    4: LineUp.of([model("c")]),
}


def test_models_that_answer_in_one_episode_are_not_joined_in_others() -> None:
    """Different players never share a row unasked: one answered by both is neither of them."""
    pairs = [(1, f'{{"a":[{names}]}}') for names in ('"x"', '"y"', '"x","y"', '"y","z"')]
    assert completed_answers(pairs, LINE_UPS) == {pair: pair[1] for pair in pairs}


def test_a_model_that_never_answered_leaves_the_session_open() -> None:
    assert answered_by([("a", "a-1")], "s") == {"": ["s"], "a": ["a-1"]}
    assert answered_by([("a", "a-1"), ("b", "")]) == {"a": ["a-1"], "b": [""]}


def test_what_an_episode_leaves_open_is_what_its_session_agrees_on() -> None:
    """What providers name changes between sessions; how far an episode got tells nothing apart."""
    old, new = '{"a":["a-1"],"b":["b-1"]}', '{"a":["a-1"],"b":["b-2"]}'
    cut = [f'{{"":["{session}"],"a":["a-1"]}}' for session in ("one", "two", "both", "none")]
    sessions = {"one": [[old, cut[0]]], "two": [[], [new]], "both": [[old, new], [new]]}
    asked = []

    def witnesses(*about: Any) -> list[list[str]]:
        asked.append(about)
        return sessions.get(about[1], [])

    found = completed_answers([(1, each) for each in (old, new, *cut)], LINE_UPS, witnesses)
    unknown = '{"a":["a-1"],"b":[""]}'
    assert [found[1, each] for each in (old, new, *cut)] == [old, new, old, new, unknown, unknown]
    assert asked == [(1, session, "b") for session in ("one", "two", "both", "none")]
    alone = completed_answers([(1, cut[0]), (1, "{}")], LINE_UPS)
    assert set(alone.values()) == {told(cut[0])} == {'{"a":["a-1"]}'}


def test_what_an_episode_leaves_open_is_what_the_others_agree_on() -> None:
    asked_both, asked_one, other = '{"a":["a-1"],"b":["b-1"]}', '{"a":["a-1"]}', '{"b":["b-2"]}'
    pairs = [(1, asked_both), (1, asked_one), (1, "{}"), (4, "{}")]
    assert completed_answers(pairs, LINE_UPS) == {
        (1, asked_both): asked_both, (1, asked_one): asked_both, (1, "{}"): asked_both,
        (4, "{}"): "{}",
    }  # fmt: skip
    differ = completed_answers([(1, asked_both), (1, asked_one), (1, other)], LINE_UPS)
    assert differ == {
        (1, asked_both): asked_both, (1, asked_one): '{"a":["a-1"],"b":[""]}',
        (1, other): '{"a":["a-1"],"b":["b-2"]}',
    }  # fmt: skip


def test_the_others_are_those_of_the_same_player_whoever_it_played_with() -> None:
    """The same model with other settings is another player, of which others tell nothing."""
    told, hot = '{"a":["a-1"]}', '{"a":["a-2"]}'
    pairs = [(1, told), (3, "{}"), (2, "{}")]
    assert completed_answers(pairs, LINE_UPS) == {(1, told): told, (3, "{}"): told, (2, "{}"): "{}"}
    assert completed_answers([(2, hot), (3, "{}")], LINE_UPS)[3, "{}"] == "{}"
    known = AnsweringModels([(LINE_UPS[1], {"a": ["a-1"]}), (LINE_UPS[2], {"a": ["a-2"]})])
    assert known.of(LINE_UPS[3]) == {"a": {("a-1",)}}


def test_what_no_player_was_asked_for_belongs_to_the_line_up() -> None:
    """Some imports do not tell which of their players it was."""
    told = '{"x":["x-1"]}'
    pairs = [(1, told), (1, "{}"), (3, "{}")]
    assert completed_answers(pairs, LINE_UPS) == {(1, told): told, (1, "{}"): told, (3, "{}"): "{}"}
