"""People and a model in the same places: the same instance, seat and language."""

from __future__ import annotations

from statistics import fmean

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clemtui.analysis.baseline.beside import Beside, PlacedRow, beside
from clemtui.analysis.baseline.data import values_by_instance
from clemtui.analysis.baseline.differences import people_minus_model

HARD = {"en": 90.0, "de": 30.0}
"""The score of everyone in a language."""


def both_of(people: list[PlacedRow], model: list[PlacedRow]) -> Beside:
    found = beside(people, model)
    assert found is not None
    return found


def unbalanced() -> tuple[list[PlacedRow], list[PlacedRow]]:
    """Return people who play English more often than German, and a model that plays both once; both
    score the same in the same place."""
    people = [
        (f"p{who}", f"t{task}", f"t{task} {tag}", HARD[tag] - task)
        for who in range(12)
        for task in range(8)
        for tag in ("de" if (who + task) % 4 == 0 else "en",)
    ]
    model = [
        ("s", f"t{task}", f"t{task} {tag}", HARD[tag] - task) for task in range(8) for tag in HARD
    ]
    return people, model


def test_whoever_scores_the_same_in_the_same_places_does_not_differ() -> None:
    """Although people played the easier language more often than the model did."""
    people, model = unbalanced()
    found = people_minus_model(both_of(people, model))
    assert found.difference.value == pytest.approx(0, abs=1e-9)
    assert found.cliffs_delta.value == 0
    assert found.sign_flip_p == 1
    assert fmean(row[3] for row in people) != pytest.approx(fmean(row[3] for row in model), abs=5)


rows = st.lists(
    st.tuples(
        st.sampled_from("abcd"),
        st.sampled_from("tuv"),
        st.sampled_from(["en", "de"]),
        st.sampled_from([0.0, 50.0, 100.0]),
    ),
    min_size=1,
    max_size=30,
    unique_by=lambda row: row[:2],  # no one meets a task twice
)


@given(rows, st.dictionaries(st.tuples(st.sampled_from("tuv"), st.sampled_from(["en", "de"])),
                             st.lists(st.floats(0, 100), min_size=1, max_size=3)))  # fmt: skip
def test_the_difference_is_the_mean_difference_of_the_episodes_from_the_model_there(
    played: list[tuple[str, str, str, float]],
    answers: dict[tuple[str, str], list[float]],
) -> None:
    people = [(who, task, f"{task} {tag}", value) for who, task, tag, value in played]
    model = [
        (f"s{seed}", task, f"{task} {tag}", value)
        for (task, tag), values in answers.items()
        for seed, value in enumerate(values)
    ]
    found = beside(people, model)
    where = [each for each in played if (each[1], each[2]) in answers]
    if found is None:
        assert not where
        return
    expected = fmean(value - fmean(answers[task, tag]) for _, task, tag, value in where)
    by_task = values_by_instance(found.model)
    there = np.array([by_task[name] for name in found.people.instances])[found.people.instance]
    assert float((found.people.value - there).mean()) == pytest.approx(expected, abs=1e-9)
    own = [float(each.mean()) for each in found.responses]
    assert float(found.people.value.mean()) - fmean(own) == pytest.approx(expected, abs=1e-9)
    assert found.people.episodes == len(where)
    places = {(task, tag) for _, task, tag, _ in where}
    assert found.model.episodes == sum(len(answers[place]) for place in places)


def test_cliffs_delta_compares_responses_in_the_same_place() -> None:
    """A person's German score is never set against an English response."""
    people = [("ann", "t", "t de", 50.0), ("ben", "t", "t en", 70.0), ("cem", "u", "u en", 10.0)]
    model = [("s", "t", "t de", 40.0), ("s", "t", "t en", 80.0), ("s", "u", "u en", 10.0)]
    found = people_minus_model(both_of(people, model))
    assert found.cliffs_delta.value == pytest.approx((1 - 1 + 0) / 3)
    assert found.mcnemar_p is None


def test_nothing_is_compared_without_a_place_in_common() -> None:
    """The same task in another seat is another place."""
    assert beside([("ann", "t", "t A", 50.0)], [("s", "t", "t B", 50.0)]) is None
