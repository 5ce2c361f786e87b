"""Tests of plans: what each participant plays, whoever came before them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clemtui.study.assignment.planning import (
    Design,
    GameDesign,
    Plan,
    Planned,
    PlannedTask,
    numbers_of,
    plan_for,
)
from clemtui.study.assignment.williams import carry_over
from clemtui.study.protocol.model import Order
from clemtui.study.tasks import Cell

LANGUAGES = ("en", "de", "tk")


def tasks(game: str, count: int, languages: Sequence[str], keys: int = 0) -> list[PlannedTask]:
    """Return tasks of a game; with ``keys``, several tasks share one of so many exposure keys."""
    return [
        PlannedTask(
            f"{game}-{at}",
            f"{game}:{at % keys if keys else at}",
            {tag: f"{game}-{at}-{tag}" for tag in languages},
        )
        for at in range(count)
    ]


def game(
    name: str,
    seats: Sequence[str] = ("A",),
    languages: Sequence[str] = ("en",),
    *,
    episodes: int = 4,
    count: int = 12,
    keys: int = 0,
    practice: int = 1,
) -> GameDesign:
    spare = tasks(f"{name}-spare", practice * len(seats) + 2, languages)
    cells = tuple(Cell(seat, tag) for tag in languages for seat in seats)
    found = tasks(name, count, languages, keys)
    return GameDesign(name, cells, tuple(found), tuple(spare), episodes, practice)


def design(*games: GameDesign, order: Order = "balanced", seed: int = 7) -> Design:
    return Design(games, order, order, seed)


def plans(
    of: Design, numbers: Iterable[int], languages: Sequence[str] = LANGUAGES
) -> list[tuple[Planned, ...]]:
    """Return the plans of participants who come one after another."""
    found: list[tuple[Planned, ...]] = []
    for number in numbers:
        found.append(plan_for(of, number, languages, (), found).episodes)
    return found


def counting(plan: Iterable[Planned]) -> list[Planned]:
    return [each for each in plan if not each.practice]


def spread(counts: Counter[str]) -> int:
    return max(counts.values()) - min(counts.values())


def test_a_plan_has_the_episodes_of_every_game_after_its_practice() -> None:
    of = design(game("taboo", ("A", "B"), episodes=4, practice=2), game("wordle", episodes=3))
    plan = plan_for(of, 1, ["en"], (), ()).episodes
    assert [each.position for each in plan] == list(range(1, len(plan) + 1))
    assert Counter(each.game for each in counting(plan)) == {"taboo": 4, "wordle": 3}
    blocks = [name for name, _ in groupby(plan, lambda each: each.game)]
    assert len(blocks) == 2, "the episodes of a game follow each other"
    for _, block in groupby(plan, lambda each: (each.game, each.seat)):
        kinds = [each.practice for each in block]
        assert kinds[0]
        assert kinds == sorted(kinds, reverse=True), "a role is practised before it counts"


def test_the_same_input_gives_the_same_plan() -> None:
    of = design(game("taboo", ("A", "B"), LANGUAGES), game("wordle"))
    assert plans(of, range(1, 9)) == plans(of, range(1, 9))


def test_no_task_keeps_its_place_from_participant_to_participant() -> None:
    """Otherwise learning and fatigue could not be told from what is difficult."""
    of = design(game("taboo", episodes=10, count=10))
    places: dict[str, set[int]] = {}
    for plan in plans(of, range(1, 25)):
        found = counting(plan)
        assert len({each.task for each in found}) == 10
        for place, each in enumerate(found):
            places.setdefault(each.task, set()).add(place)
    assert min(map(len, places.values())) >= 6, "of ten places, for each of 24 participants"


@given(
    seed=st.integers(0, 2**40),
    number=st.integers(1, 300),
    met=st.sets(st.integers(0, 11)),
    keys=st.sampled_from([0, 3, 5]),
    order=st.sampled_from(["balanced", "random", "listed"]),
)
def test_nobody_meets_an_exposure_key_twice(
    seed: int, number: int, met: set[int], keys: int, order: Order
) -> None:
    shared = game("taboo", ("A", "B"), LANGUAGES, episodes=6, keys=keys)
    of = Design((shared, game("wordle", episodes=5)), order, order, seed)
    known = {f"taboo:{each}" for each in met}
    plan = plan_for(of, number, LANGUAGES, known, ())
    keys_of_plan = [each.key for each in plan.episodes]
    assert len(keys_of_plan) == len(set(keys_of_plan))
    assert not known & set(keys_of_plan)
    planned = Counter(each.game for each in counting(plan.episodes))
    assert planned["taboo"] + plan.short.get("taboo", 0) == 6


def test_a_language_that_a_participant_does_not_speak_is_left_out() -> None:
    of = design(game("taboo", ("A", "B"), LANGUAGES, episodes=4))
    plan = plan_for(of, 1, ["de"], (), ()).episodes
    assert {each.language for each in plan} == {"de"}
    assert len(counting(plan)) == 4


def test_a_game_without_a_language_of_the_participant_is_no_part_of_their_plan() -> None:
    of = design(game("taboo", languages=LANGUAGES), game("wordle", languages=("en", "de")))
    plan = plan_for(of, 1, ["tk"], (), ()).episodes
    assert {each.game for each in plan} == {"taboo"}


def test_cells_and_tasks_are_filled_equally() -> None:
    of = design(game("taboo", ("A", "B"), ("en", "de"), episodes=6, count=12))
    found = [each for plan in plans(of, range(1, 25)) for each in counting(plan)]
    assert spread(Counter(f"{each.seat} {each.language}" for each in found)) == 0
    assert spread(Counter(each.task for each in found)) <= 1
    assert spread(Counter(f"{e.seat} {e.language} {e.task}" for e in found)) <= 1


def test_what_cannot_be_divided_goes_to_the_thinnest_cells() -> None:
    of = design(game("taboo", ("A", "B"), episodes=3))
    found = [each for plan in plans(of, range(1, 21)) for each in counting(plan)]
    assert spread(Counter(each.seat for each in found)) == 0


def test_the_cells_of_people_who_left_are_filled_by_those_who_come() -> None:
    of = design(game("taboo", episodes=2, count=10))
    first = plans(of, range(1, 6))
    assert spread(Counter(e.task for plan in first for e in counting(plan))) == 0
    stayed = first[1:]  # the first one counts no longer
    new = plan_for(of, 6, ["en"], (), stayed).episodes
    assert {e.task for e in counting(new)} == {e.task for e in counting(first[0])}


@pytest.mark.parametrize("treatments", [2, 3, 4])
def test_orders_are_the_rows_of_a_williams_design(treatments: int) -> None:
    of = design(game("taboo", languages=LANGUAGES[:2] + ("it", "fr")[: treatments - 2], episodes=8))
    rows = treatments if treatments % 2 == 0 else 2 * treatments
    spoken = (*LANGUAGES, "it", "fr")
    orders = [
        tuple(dict.fromkeys(e.language for e in counting(plan)))
        for plan in plans(of, range(1, 2 * rows + 1), spoken)
    ]
    assert set(Counter(orders).values()) == {2}, "every row equally often"
    assert len(set(carry_over(orders).values())) == 1, "and so every language after every other"


def test_games_are_balanced_too() -> None:
    of = design(*(game(name, episodes=1) for name in ("taboo", "wordle", "imagegame", "drawing")))
    orders = [tuple(dict.fromkeys(e.game for e in plan)) for plan in plans(of, range(1, 9))]
    assert len(set(carry_over(orders).values())) == 1


def orders_of(plan: Sequence[Planned]) -> tuple[str, str, str]:
    """Return the first game, and the first language in each of two games."""
    first = {
        name: next(each.language for each in counting(plan) if each.game == name)
        for name in ("taboo", "wordle")
    }
    return plan[0].game, first["taboo"], first["wordle"]


def test_the_orders_of_games_and_languages_are_crossed() -> None:
    of = design(*(game(name, languages=("en", "de")) for name in ("taboo", "wordle")))
    found = Counter(map(orders_of, plans(of, range(1, 33))))
    assert len(found) == 8, "every combination of orders"
    assert max(found.values()) - min(found.values()) <= 2


def test_two_collectors_cross_them_too() -> None:
    of = design(*(game(name, languages=("en", "de")) for name in ("taboo", "wordle")))
    found = Counter(orders_of(plan) for own in (1, 2) for plan in plans(of, numbers_of(own, 2, 48)))
    pairs = [Counter((o[a], o[b]) for o, n in found.items() for _ in range(n))
             for a, b in ((0, 1), (0, 2), (1, 2))]  # fmt: skip
    for pair in pairs:
        assert len(pair) == 4
        assert max(pair.values()) - min(pair.values()) <= 8, pair


def test_random_orders_of_two_games_have_nothing_to_do_with_each_other() -> None:
    of = design(
        *(game(name, languages=("en", "de")) for name in ("taboo", "wordle")), order="random"
    )
    found = Counter(orders_of(plan)[1:] for plan in plans(of, range(1, 65)))
    assert len(found) == 4
    assert min(found.values()) >= 6


def test_as_listed_is_as_listed() -> None:
    of = design(game("wordle", languages=("de", "en")), game("taboo"), order="listed")
    for plan in plans(of, range(1, 5)):
        assert list(dict.fromkeys(e.game for e in plan)) == ["wordle", "taboo"]
        wordle = [e.language for e in counting(plan) if e.game == "wordle"]
        assert list(dict.fromkeys(wordle)) == ["de", "en"]


def test_two_collectors_who_see_nothing_of_each_other_fill_different_cells() -> None:
    of = design(game("taboo", ("A", "B"), ("en", "de"), episodes=4, count=24))
    ranges = [numbers_of(collector, 2, 24) for collector in (1, 2)]
    assert sorted((*ranges[0], *ranges[1])) == list(range(1, 25))
    found = [e for own in ranges for plan in plans(of, own) for e in counting(plan)]
    assert spread(Counter(f"{e.seat} {e.language}" for e in found)) <= 2
    assert spread(Counter(e.task for e in found)) <= 2
    first = [counting(plans(of, own)[0]) for own in ranges]
    assert not {e.task for e in first[0]} & {e.task for e in first[1]}


def test_tasks_that_nobody_can_play_are_counted_and_not_forgotten() -> None:
    of = design(game("taboo", episodes=4, count=3))
    plan: Plan = plan_for(of, 1, ["en"], ["taboo:0"], ())
    assert len(counting(plan.episodes)) == 2
    assert plan.short == {"taboo": 2}
