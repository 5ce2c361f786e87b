"""The manipulation check, from the answers that are recorded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from scipy.stats import binomtest

from clemtui.records.studies import Answer, StudyResult
from clemtui.study.manifest import Manifest
from clemtui.study.results.partners import PartnerCheck, partners_of
from tests.study.results.synthetic import answer, manifest, result

BLIND = {"question": True}


def said(person: str, position: int, guess: str, confidence: int | None = 50) -> Answer:
    value = {"guess": guess, "confidence": confidence}
    return replace(answer(person, "episode", "partner", value), position=position)


def episode(person: str, position: int, game: str = "taboo") -> StudyResult:
    return replace(result(person, position, game=game), position=position)


def checked(
    answers: Sequence[Answer], episodes: Sequence[StudyResult], study: Manifest | None = None
) -> list[PartnerCheck]:
    return list(partners_of(study or manifest(blinding=BLIND), episodes, answers))


def test_the_share_who_said_person() -> None:
    episodes = [episode(f"p{who}", position) for who in range(6) for position in (2, 3)]
    answers = [
        said(each.enrolment, each.position, "person" if at < 9 else "program", 10 * (at % 3))
        for at, each in enumerate(episodes)
    ]
    (found,) = checked(answers, episodes)
    assert (found.game, found.partner) == ("taboo", "scripted")
    assert found.found is not None
    assert found.found.said_person.value == pytest.approx(75.0)
    share = found.found.said_person
    assert (share.participants, share.instances, share.episodes) == (6, 2, 12)
    assert found.found.exact is None, "they answered twice"
    assert found.bang is not None
    assert found.bang[0] == pytest.approx(-0.5), "a quarter was right"
    assert found.found.confidence is not None
    assert found.found.confidence.value == pytest.approx(10.0)


def test_everyone_who_answered_once_has_the_exact_interval() -> None:
    episodes = [episode(f"p{who}", 2 + who % 3) for who in range(10)]
    answers = [
        said(each.enrolment, each.position, "person" if at < 3 else "program")
        for at, each in enumerate(episodes)
    ]
    (found,) = checked(answers, episodes)
    expected = binomtest(3, 10)
    ends = expected.proportion_ci(method="exact")
    assert found.found is not None
    assert found.found.exact == pytest.approx((100 * ends.low, 100 * ends.high))
    assert found.found.binomial_p == pytest.approx(expected.pvalue)


def test_a_person_who_was_taken_for_one_was_recognised() -> None:
    study = manifest(blinding=BLIND)
    games = tuple(each.model_copy(update={"partner": "person"}) for each in study.protocol.games)
    study = replace(study, protocol=study.protocol.model_copy(update={"games": games}))
    (found,) = checked([said("a", 2, "person")], [episode("a", 2)], study)
    assert found.partner == "person"
    assert found.bang is not None
    assert found.bang[0] == 1.0


def test_games_are_never_pooled() -> None:
    study = manifest(games=("taboo", "wordle"), blinding=BLIND)
    episodes = [episode("a", 2), episode("a", 3, "wordle")]
    found = checked([said("a", 2, "person"), said("a", 3, "program")], episodes, study)
    assert [(each.game, each.found and each.found.said_person.value) for each in found] == [
        ("taboo", 100.0),
        ("wordle", 0.0),
    ]


def test_answers_that_were_erased_or_belong_to_nothing_that_counts_are_left_out() -> None:
    erased = replace(said("a", 3, "person"), value=None)
    other = answer("a", "break", "read")
    (found,) = checked(
        [said("a", 2, "program"), erased, other, said("a", 9, "person")],
        [episode("a", 2), episode("a", 3)],
    )
    assert found.found is not None
    assert (found.found.said_person.value, found.found.said_person.episodes) == (0.0, 1)
    (nothing,) = checked([], [episode("a", 2)])
    assert (nothing.found, nothing.bang) == (None, None)


def test_a_protocol_without_the_question_has_no_check() -> None:
    assert checked([said("a", 2, "person")], [episode("a", 2)], manifest()) == []
