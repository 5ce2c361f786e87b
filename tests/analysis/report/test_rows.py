"""Reports: grouping of episodes, averages over games, and splits that prevent mixing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clemtui.analysis.report.dimensions import (
    DIMENSIONS,
    Dimension,
    Values,
    condition_in_words,
    line_up_name,
)
from clemtui.analysis.report.rows import NEVER_POOLED_SILENTLY, Report, report
from clemtui.episode.condition import Condition
from clemtui.records.line_ups import LineUp, SeatPlayer
from clemtui.records.results import AbortCause, ItemResult, Result, Results
from clemtui.records.rows import SeatAssignment
from clemtui.reports.documents import as_clembench_csv

GPT = SeatPlayer("Player 1", "Describer", "model", "gpt")
GPT_TOO = SeatPlayer("Player 2", "Guesser", "model", "gpt")
LLAMA = SeatPlayer("Player 2", "Guesser", "model", "llama")
SMALL = SeatPlayer("Player 1", "Describer", "model", "small")
ANN = SeatPlayer("Player 1", "Describer", "human", "human")
ANN_TOO = SeatPlayer("Player 2", "Guesser", "human", "human")
SCRIPT = SeatPlayer("Player 2", "Guesser", "scripted", "scripted")

USUAL = {"interface": "assisted", "aids": ["look-up"], "interface_language": "en",
         "response_limit": 2000}  # fmt: skip
CONTENTS: Mapping[str, Mapping[str, Any]] = {
    "usual": USUAL,
    "bare": {**USUAL, "interface": "verbatim", "aids": []},
    "no aids": {**USUAL, "aids": []},
    "short": {**USUAL, "response_limit": 20},
    "endless": {**USUAL, "response_limit": None},
    "in German": {**USUAL, "interface_language": "de"},
    "live": {**USUAL, "live_partner": True},
    "newer": {**USUAL, "blinded": False, "protocol": "", "limits": []},
    "blinded": {**USUAL, "blinded": True},
}

Item = tuple[Result, ItemResult]
LINE_UPS: dict[int, LineUp] = {}
"""The line-ups of all results, by number."""


def number_of(line_up: LineUp) -> int:
    """Return the number of a line-up, as a database would give it."""
    for number, known in LINE_UPS.items():
        if known == line_up:
            return number
    LINE_UPS[len(LINE_UPS) + 1] = line_up
    return len(LINE_UPS)


def result(
    *seats: SeatPlayer,
    main: float | None = 100.0,
    parameters: Sequence[Mapping[str, Any]] = (),
    **changed: Any,
) -> Item:
    """Return an episode with that main score; None: aborted. ``parameters`` are those of the
    players in the order of the seats."""
    game = changed.get("game", "taboo")
    seats = seats or (GPT, LLAMA)
    given = [*parameters, *({} for _ in seats)]
    assigned = [
        SeatAssignment(*seat, parameters=each) for seat, each in zip(seats, given, strict=False)
    ]
    known: dict[str, Any] = {
        "game": game, "experiment": "high", "language": "en", "interface": "assisted",
        "condition": "usual", "origin": "bundled", "source": "en.json", "scorer": f"{game}:1.0",
        "rules_hash": "r" * 64, "line_up": number_of(LineUp.of(assigned)), "seats": seats,
        "answered": "{}", "people": (),
    }  # fmt: skip
    item = ItemResult.of_episode(int(main is None), int(main == 100), int(main == 0), main)
    return Result(**known | changed), item


def results(found: Iterable[Item], void: Iterable[Item] = ()) -> Results:
    return Results(Counter(found), {}, CONTENTS, LINE_UPS, void=Counter(each for each, _ in void))


def made(
    *found: Item,
    by: tuple[Dimension, ...] = (),
    mix: tuple[Dimension, ...] = (),
    void: tuple[Item, ...] = (),
) -> Report:
    return report(results(found, void), by, mix)


def cells(of: Report) -> dict[tuple[str, ...], tuple[int, float | None]]:
    """Return the number of episodes and the joint score of each cell."""
    return {cell.key: (cell.measures.episodes, cell.measures.joint) for cell in of.cells}


def averages(of: Report) -> dict[tuple[str, ...], tuple[int, float | None]]:
    """Return the number of games and the clemscore of each average."""
    return {row.key: (row.average.games, row.average.clemscore) for row in of.averages}


# Who played


@pytest.mark.parametrize(
    ("seats", "name"),
    [
        ((GPT, LLAMA), "gpt--llama"),
        ((GPT, GPT_TOO), "gpt--gpt"),
        ((GPT,), "gpt--gpt"),  # so that it is in one row with the game above
        ((ANN, SCRIPT), "human--scripted"),
        ((ANN,), "human"),
        ((ANN, ANN_TOO), "human"),
        ((GPT, LLAMA, SeatPlayer("Judge", "Judge", "model", "x")), "gpt--llama--x"),
    ],
)
def test_line_up_names_follow_clembench(seats: tuple[SeatPlayer, ...], name: str) -> None:
    assert line_up_name(seats) == name


def test_names_with_two_dashes_join_to_no_name_of_others() -> None:
    """Otherwise q--r with q would share a row with q and r--q."""
    one, two, three = (
        SeatPlayer("Player 1", "Describer", "model", name) for name in ("q", "q--r", "r--q")
    )
    found = made(result(two, one), result(one, three))
    assert [key[0] for key in cells(found)] == ['"q--r"--q', 'q--"r--q"']


def test_players_are_the_rows_and_games_what_is_averaged() -> None:
    found = made(
        result(), result(main=None), result(main=50.0, game="wordle"), result(GPT, GPT_TOO)
    )
    assert found.by == ("players", "kinds", "game")
    assert cells(found) == {
        ("gpt--gpt", "model", "taboo"): (1, 100),
        ("gpt--llama", "model", "taboo"): (2, 50),
        ("gpt--llama", "model", "wordle"): (1, 50),
    }
    assert found.over == ("players", "kinds")
    # 75 % played, quality (100 + 50) / 2
    assert averages(found) == {("gpt--gpt", "model"): (1, 100), ("gpt--llama", "model"): (2, 56.25)}


def test_script_and_model_with_the_same_name_are_separate() -> None:
    script = SeatPlayer("Player 1", "Describer", "scripted", "gpt")
    found = made(result(GPT, LLAMA), result(script, LLAMA))
    assert [cell.key[:2] for cell in found.cells] == [
        ("gpt--llama", "model"),
        ("gpt--llama", "scripted--model"),
    ]


def test_several_languages_are_split_by_default() -> None:
    found = made(result(), result(language="de"))
    assert found.by == ("players", "kinds", "language", "game")
    assert len(found.cells) == 2


def test_pooled_languages_are_reported() -> None:
    found = made(result(), result(language="de"), by=("game",))
    assert cells(found) == {("taboo",): (2, 100)}
    assert found.pooled == {"language": ("de", "en")}


def test_pooled_instance_sources_are_reported() -> None:
    official = result(origin="official", source="instances_v3.0.json")
    found = made(result(), result(origin="generated", source="17"), official)
    assert found.pooled == {"instances": ("bundled", "generated", "official: instances_v3.0.json")}
    assert len(made(result(), official, by=("instances", "game")).cells) == 2


def test_players_that_are_pooled_as_the_rows_do_not_name_them_are_reported() -> None:
    found = made(result(), result(GPT, GPT_TOO), by=("game",))
    assert (len(found.cells), found.pooled) == (1, {"players": ("gpt--gpt", "gpt--llama")})


@pytest.mark.parametrize("by", [("game",), ("kinds", "game"), ("people", "game"), ("role",)])
def test_players_of_one_name_that_are_pooled_are_told_apart_in_a_remark(
    by: tuple[Dimension, ...],
) -> None:
    """Rows that do not name players are not split by their settings, so that they say it."""
    one, other = (result(SMALL, parameters=[{"model": f"openai/m{n}"}]) for n in (1, 2))
    found = made(one, other, by=by)
    assert found.split == ()
    assert found.pooled == {"settings": ("model of small=openai/m1", "model of small=openai/m2")}
    assert made(one, other, by=(*by, "settings")).pooled == {}
    assert made(one, result(LLAMA), by=("game",)).pooled == {
        "players": ("llama--llama", "small--small"),
    }  # fmt: skip


def test_a_row_of_a_player_says_with_whom_they_played() -> None:
    found = made(result(GPT, GPT_TOO), result(GPT, LLAMA, main=0.0), by=("player", "game"))
    assert cells(found)[("gpt", "model", "taboo")] == (2, 50)
    assert found.pooled == {"players": ("gpt--gpt", "gpt--llama")}


def test_games_for_one_and_for_two_are_not_other_partners_of_a_player() -> None:
    alone = result(GPT, game="wordle")
    assert made(alone, result(GPT, LLAMA), by=("player", "game")).pooled == {}


def test_other_settings_are_another_player_and_never_share_a_row_unasked() -> None:
    cold, patient, hot = (
        result(GPT, LLAMA, parameters=[{"model": "gpt", **each}])
        for each in ({"timeout": 60}, {"temperature": 0.0, "timeout": 600}, {"temperature": 1.0})
    )
    assert made(cold, patient).split == (), "a time limit does not change answers"
    found = made(cold, hot)
    assert found.split == ("settings",)
    told = ["temperature of gpt=0", "temperature of gpt=1"]  # 0 is the default
    assert [cell.key[-1] for cell in found.cells] == told
    pooled = made(cold, hot, mix=("settings",))
    assert (len(pooled.cells), pooled.split) == (1, ())
    assert pooled.pooled_on_request == {"settings": tuple(told)}


def test_a_name_that_stands_for_two_models_is_two_players() -> None:
    """In the settings, a name may be given to another model at any time."""
    one, other = (result(SMALL, parameters=[{"model": f"openai/m{n}"}]) for n in (1, 2))
    found = made(one, other)
    assert found.split == ("settings",)
    assert {cell.key[-1] for cell in found.cells} == {
        "model of small=openai/m1", "model of small=openai/m2",
    }  # fmt: skip


def test_another_host_another_script_or_another_answering_model_is_another_player() -> None:
    local = result(SMALL, parameters=[{"model": "m", "api_base": "http://localhost:8000/v1"}])
    assert len(made(result(SMALL, parameters=[{"model": "m"}]), local).cells) == 2
    newer = result(GPT, SCRIPT, parameters=[{}, {"script": "2"}])
    assert len(made(result(GPT, SCRIPT), newer).cells) == 2
    as_of_may = result(answered='{"gpt": ["gpt-2026-05"]}')
    found = made(result(), as_of_may, result(answered='{"gpt": ["gpt-2026-06"]}'))
    assert [cell.key[-1] for cell in found.cells] == [
        "answering as gpt=gpt-2026-05", "answering as gpt=gpt-2026-06",
        "answering as gpt=unknown",
    ]  # fmt: skip


@pytest.mark.parametrize("by", [("player", "game"), ("player", "seat", "game")])
def test_a_player_is_not_another_one_for_having_other_partners(by: tuple[Dimension, ...]) -> None:
    cold, hot = (
        result(GPT, LLAMA, parameters=[{}, {"temperature": t}], answered=f'{{"llama": ["{t}"]}}')
        for t in (0.0, 1.0)
    )
    found = made(cold, hot, result(GPT, SCRIPT), by=by)
    rows = {cell.key: cell.measures.episodes for cell in found.cells}
    assert [n for key, n in rows.items() if key[0] == "gpt"] == [3]
    assert sorted((key[-1], n) for key, n in rows.items() if key[0] == "llama") == [
        ("answering as llama=0.0, temperature of llama=0", 1),
        ("answering as llama=1.0, temperature of llama=1", 1),
    ]
    assert found.pooled["players"] == (
        "gpt--llama (answering as llama=0.0, temperature of llama=0)",
        "gpt--llama (answering as llama=1.0, temperature of llama=1)",
        f"gpt--{SCRIPT.name}",
    )


def test_equally_frequent_causes_are_in_one_order() -> None:
    causes = [AbortCause("A", "parse error", reason) for reason in ("b", "a", "c")]
    of, item = result(main=None)

    def order(keys: list[AbortCause]) -> tuple[AbortCause, ...]:
        counts = {(of, each): 1 for each in keys}
        found = report(Results(Counter([(of, item)]), {}, CONTENTS, LINE_UPS, aborts=counts))
        return tuple(found.cells[0].aborts)

    assert order(causes) == order(causes[::-1])


def test_the_seed_of_a_replicate_is_no_part_of_the_player() -> None:
    seeded = (result(SMALL, parameters=[{"extra": {"seed": n}}]) for n in (1, 2))
    assert len(made(*seeded).cells) == 1


def test_settings_are_listed_once_per_model() -> None:
    hot = {"temperature": 1.0}
    both = result(GPT, GPT_TOO, parameters=[hot, hot])
    assert made(both, result(GPT, game="wordle", parameters=[hot])).split == ()
    one_cold = result(GPT, GPT_TOO, parameters=[hot, {}])
    assert {cell.key[-1] for cell in made(both, one_cold).cells} == {
        "temperature of gpt=1", "temperature of gpt=1 / 0",
    }  # fmt: skip


def test_someone_who_plays_two_seats_is_named_once() -> None:
    found = made(result(ANN, ANN, people=("Ann", "Ann")), by=("people", "game"))
    assert set(cells(found)) == {("Ann", "taboo")}


def test_people_are_one_player_and_can_be_told_apart() -> None:
    found = (result(ANN, SCRIPT, people=("Ann",)), result(ANN, SCRIPT, people=("Ben",), main=0.0))
    assert cells(made(*found)) == {("human--scripted", "human--scripted", "taboo"): (2, 50)}
    assert cells(made(*found, by=("people", "game"))) == {
        ("Ann", "taboo"): (1, 100), ("Ben", "taboo"): (1, 0),
    }  # fmt: skip


def test_replicates_are_averaged_before_anything_else() -> None:
    """One instance was played four times, another one once."""
    played, _ = result()
    often = ItemResult(4, 4, 1, 1, 2, 0.75, 3, 50.0, 37.5, 4)
    found = made((played, often), result(main=100.0))
    (cell,) = found.cells
    assert (cell.measures.episodes, cell.measures.items) == (5, 2)
    assert (cell.measures.played, cell.measures.quality, cell.measures.joint) == (87.5, 75, 68.75)
    assert (found.episodes, found.items) == (5, 2)


def test_void_episodes_are_counted_beside_the_figures_of_their_row() -> None:
    found = made(result(), result(game="wordle"), void=(result(), result()))
    assert {cell.key[-1]: (cell.measures.episodes, cell.void) for cell in found.cells} == {
        "taboo": (1, 2), "wordle": (1, 0),
    }  # fmt: skip


def test_a_row_of_void_episodes_is_shown_and_is_part_of_no_average() -> None:
    found = made(result(game="wordle"), void=(result(), result()))
    assert {cell.key[-1]: (cell.measures.episodes, cell.void) for cell in found.cells} == {
        "taboo": (0, 2), "wordle": (1, 0),
    }  # fmt: skip
    assert [row.average.games for row in found.averages] == [1]
    assert "taboo" not in as_clembench_csv(found)


def test_scores_of_other_programs_are_named() -> None:
    theirs = result(game="wordle", scorer="wordle:clemcore-3.7.2", rules_hash=None)
    assert made(result(), theirs).external_scorers == ("wordle:clemcore-3.7.2",)
    assert made(result()).external_scorers == ()


# By what


def test_without_the_game_there_are_only_averages() -> None:
    found = made(result(), result(main=0.0, game="wordle"), by=("language",))
    assert (found.by, found.cells) == ((), ())
    assert averages(found) == {("en",): (2, 50)}


def test_game_dependent_dimensions_add_the_game() -> None:
    found = made(result(), result(experiment="low", main=0.0), by=("experiment",))
    assert found.by == ("experiment", "game")
    assert cells(found) == {("high", "taboo"): (1, 100), ("low", "taboo"): (1, 0)}


def test_no_average_if_a_game_has_several_cells() -> None:
    found = made(
        result(), result(experiment="low"), result(game="wordle"), result(GPT, GPT_TOO),
        by=("players", "game", "experiment"),
    )  # fmt: skip
    assert found.ambiguous_averages == 1
    assert averages(found) == {("gpt--gpt", "model"): (1, 100)}


def test_averages_over_different_games_are_flagged() -> None:
    taboo, wordle = result(), result(game="wordle")
    assert made(taboo, wordle, result(GPT, GPT_TOO)).different_games
    assert not made(taboo, wordle).different_games


def test_episode_counts_once_per_player() -> None:
    found = made(result(GPT, LLAMA), result(GPT, GPT_TOO, main=0.0), by=("player", "game"))
    assert found.counted_per_seat
    assert cells(found) == {
        ("gpt", "model", "taboo"): (2, 50),
        ("llama", "model", "taboo"): (1, 100),
    }


def test_split_by_role_and_kind() -> None:
    found = made(
        result(ANN, LLAMA), result(GPT, ANN_TOO, main=0.0), by=("role", "kind"), mix=("condition",)
    )
    assert found.by == ("role", "kind", "game")
    assert cells(found) == {
        ("Describer", "human", "taboo"): (1, 100),
        ("Guesser", "model", "taboo"): (1, 100),
        ("Describer", "model", "taboo"): (1, 0),
        ("Guesser", "human", "taboo"): (1, 0),
    }


def test_an_episode_has_no_single_value_in_a_dimension_of_seats() -> None:
    (found, _) = result()
    values = Values([found], CONTENTS, LINE_UPS)
    for each in DIMENSIONS:
        if each in ("seat", "role", "player", "kind"):
            with pytest.raises(ValueError, match="has a value per seat"):
                values.column(each)
        else:
            (value,) = values.column(each)
            assert isinstance(value, str)


# What is never mixed


def test_interfaces_are_split_by_default() -> None:
    people = (
        result(ANN, SCRIPT),
        result(ANN, SCRIPT, condition="bare", interface="verbatim", main=0.0),
    )
    found = made(*people)
    assert found.split == ("condition",)
    assert cells(found) == {
        ("human--scripted", "human--scripted", "taboo", "assisted"): (1, 100),
        ("human--scripted", "human--scripted", "taboo", "verbatim"): (1, 0),
    }
    assert averages(found) == {
        ("human--scripted", "human--scripted", "assisted"): (1, 100),
        ("human--scripted", "human--scripted", "verbatim"): (1, 0),
    }


def test_mix_pools_and_reports() -> None:
    people = (
        result(ANN, SCRIPT),
        result(ANN, SCRIPT, condition="bare", interface="verbatim", main=0.0),
    )
    found = made(*people, mix=("condition", "aids"))
    assert cells(found) == {("human--scripted", "human--scripted", "taboo"): (2, 50)}
    assert found.split == ()
    assert found.pooled_on_request == {
        "condition": ("assisted", "verbatim"),
        "aids": ("look-up", "none"),
    }


def test_an_average_does_not_mix_interfaces_either() -> None:
    """One game was played in one interface, another game in another one."""
    found = made(
        result(ANN, SCRIPT),
        result(ANN, game="wordle", condition="bare", interface="verbatim"),
        by=("kind",),
    )
    assert found.split == ("condition",)
    assert {row.key: row.average.games for row in found.averages} == {
        ("human", "assisted"): 1, ("scripted", "assisted"): 1, ("human", "verbatim"): 1,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("condition", "name"),
    [
        ("short", "assisted, response_limit=20"),
        ("endless", "assisted, response_limit=none"),
        ("in German", "assisted, interface_language=de"),
        ("live", "assisted, live_partner=true"),
        ("blinded", "assisted, blinded=true"),
        ("unknown", "assisted, interface_language=unknown, response_limit=unknown"),
    ],
)
def test_limits_and_the_language_of_the_interface_are_conditions(condition: str, name: str) -> None:
    found = made(result(ANN, SCRIPT), result(ANN, SCRIPT, condition=condition))
    assert found.split == ("condition",)
    assert {cell.key[-1] for cell in found.cells} == {"assisted", name}


@given(
    several=st.lists(st.sampled_from((*CONTENTS, "unknown")), unique=True, min_size=1),
    interface=st.sampled_from(["assisted", "verbatim"]),
    seats=st.sampled_from([(ANN, SCRIPT), (GPT, LLAMA)]),
)
def test_the_name_of_a_condition_depends_on_nothing_else(
    several: list[str], interface: str, seats: tuple[SeatPlayer, ...]
) -> None:
    """So that reports of different selections can be joined."""
    played = {each: result(*seats, condition=each, interface=interface) for each in several}
    by: tuple[Dimension, ...] = ("game", "condition")
    alone = {made(each, by=by, mix=("aids",)).cells[0].key for each in played.values()}
    together = made(*played.values(), by=by, mix=("aids",))
    assert {cell.key for cell in together.cells} == alone
    form = interface if ANN in seats else "no people"
    assert all(name.split(", ")[0] == form for _, name in alone)


def test_an_episode_as_planned_in_english_has_the_name_of_its_interface() -> None:
    usual = Condition(interface="verbatim", prompt_language="de", interface_language="en")
    assert condition_in_words(usual.record(), "verbatim") == "verbatim"
    assert condition_in_words(usual.record(), "") == "no people"


def test_aids_split_within_a_game_only() -> None:
    """Each game has its own aids."""
    of_two_games = made(
        result(ANN, SCRIPT), result(ANN, SCRIPT, game="wordle", condition="no aids")
    )
    assert of_two_games.split == ()
    assert of_two_games.averages[0].average.games == 2
    found = made(result(ANN, SCRIPT), result(ANN, SCRIPT, condition="no aids"))
    assert found.split == ("aids",)
    assert {cell.key[-1] for cell in found.cells} == {"look-up", "none"}
    assert found.ambiguous_averages == 1


def test_conditions_of_people_do_not_split_models() -> None:
    found = made(*(result(condition=name) for name in ("usual", "in German", "no aids")))
    assert found.split == ()
    assert found.cells[0].measures.episodes == 3


def test_a_field_that_older_conditions_lack_splits_no_rows_until_it_is_used() -> None:
    found = made(result(ANN, SCRIPT), result(ANN, SCRIPT, condition="newer"))
    assert found.split == ()
    assert found.cells[0].measures.episodes == 2


def test_incomplete_condition_is_separate() -> None:
    """An import may not know the limit under which it was played."""
    found = made(result(), result(condition="unknown"))
    assert {cell.key[-1] for cell in found.cells} == {
        "no people", "no people, response_limit=unknown"
    }  # fmt: skip


def test_people_and_models_are_split_by_default() -> None:
    found = made(result(), result(ANN, SCRIPT), by=("game",))
    assert cells(found) == {("taboo", "assisted"): (1, 100), ("taboo", "no people"): (1, 100)}


def test_rules_versions_are_split_by_default() -> None:
    old = result(scorer="taboo:0.9", main=0.0)
    found = made(result(), old)
    assert found.split == ("scorer",)
    assert cells(found) == {
        ("gpt--llama", "model", "taboo", "taboo:0.9"): (1, 0),
        ("gpt--llama", "model", "taboo", "taboo:1.0"): (1, 100),
    }
    assert made(result(), old, mix=("scorer",)).pooled_on_request == {
        "scorer": ("taboo:0.9", "taboo:1.0")
    }


def test_rules_hashes_of_one_version_are_split() -> None:
    found = made(result(), result(rules_hash="s" * 64), result(rules_hash=None))
    assert {cell.key[-1] for cell in found.cells} == {
        "taboo:1.0 (rrrrrrrr)", "taboo:1.0 (ssssssss)", "taboo:1.0 (unknown)",
    }  # fmt: skip


def test_scorers_of_different_games_do_not_split() -> None:
    found = made(result(), result(game="wordle"), by=("players",))
    assert found.split == ()


def test_game_dependent_split_adds_the_game() -> None:
    found = made(result(), result(scorer="taboo:0.9"), by=("language",))
    assert found.by == ("language", "game", "scorer")
    assert (len(found.cells), found.ambiguous_averages) == (2, 1)


def test_empty_report() -> None:
    found = made()
    assert (found.cells, found.averages, found.episodes) == ((), (), 0)


_results = st.lists(
    st.builds(
        lambda seats, main, **changed: result(*seats, main=main, **changed),
        st.sampled_from([(GPT, LLAMA), (GPT, GPT_TOO), (ANN, SCRIPT), (ANN,), (GPT, ANN_TOO)]),
        st.sampled_from([None, 0.0, 100.0]),
        game=st.sampled_from(["taboo", "wordle"]),
        language=st.sampled_from(["de", "en"]),
        condition=st.sampled_from(["usual", "bare", "short", "no aids"]),
        scorer=st.sampled_from(["taboo:1.0", "wordle:1.0", "clembench:3.7.2"]),
    ),
    max_size=12,
)


@given(_results, st.lists(st.sampled_from(DIMENSIONS), max_size=4, unique=True))
def test_every_episode_is_in_some_cell_and_no_cell_mixes(
    found: list[Item], by: list[Dimension]
) -> None:
    episodes = results(found)
    made = report(episodes, (*by, "game"))
    counted = [cell.measures.episodes for cell in made.cells]
    assert sum(counted) >= len(found)
    if not made.counted_per_seat:
        assert sum(counted) == len(found)
    again = report(episodes, made.by, mix=NEVER_POOLED_SILENTLY)
    assert again.pooled_on_request == {}
    assert again.cells == made.cells
