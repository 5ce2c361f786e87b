"""What people thought their partner was."""

from __future__ import annotations

import pytest
from scipy.stats import binomtest

from clemtui.analysis.baseline.blinding import Guess, bang_index, blinding, blinding_by_partner


def test_everyone_asked_once_has_the_exact_binomial_test_beside() -> None:
    """14 of 16 said "person"."""
    found = blinding(Guess(f"p{at}", f"i{at % 4}", "gpt", at < 14) for at in range(16))
    assert found.said_person.value == 87.5
    assert found.binomial_p == pytest.approx(binomtest(14, 16).pvalue)
    assert found.exact == pytest.approx((61.65, 98.45), abs=0.01), "Clopper and Pearson's table"
    assert found.p is not None
    assert found.said_person.low is not None
    assert (found.p <= 0.05) is (found.said_person.low > 50)


def test_the_same_answers_of_few_people_are_weaker_evidence() -> None:
    """60 answers, 45 "person": of 60 people, or of four of whom three always say so."""
    many = blinding(Guess(f"p{at}", f"i{at}", "gpt", at < 45) for at in range(60))
    few = blinding(Guess(f"p{at % 4}", f"i{at // 4}", "gpt", at % 4 < 3) for at in range(60))
    assert many.said_person.value == few.said_person.value == 75.0
    assert many.p is not None
    assert few.p is not None
    assert many.p < 0.001 < 0.2 < few.p
    assert few.binomial_p is None
    assert few.exact is None


def test_confidence_by_answer() -> None:
    given = [
        Guess("ann", "i1", "gpt", said_person=True, confidence=90.0),
        Guess("ann", "i2", "gpt", said_person=False, confidence=20.0),
        Guess("ben", "i1", "gpt", said_person=True, confidence=70.0),
        Guess("ben", "i2", "gpt", said_person=True),
    ]
    found = blinding(given)
    assert (found.person_confidence, found.model_confidence) == (80.0, 20.0)
    assert found.confidence is not None
    assert (found.confidence.value, found.confidence.episodes) == (60.0, 3)
    assert blinding(given[3:]).confidence is None


def test_by_partner() -> None:
    given = [Guess(f"p{at}", f"i{at}", "gpt" if at % 2 else "ann", at > 2) for at in range(8)]
    found = blinding_by_partner(given)
    assert list(found) == ["ann", "gpt"]
    assert found["gpt"].said_person.value == 75.0
    assert found["ann"].said_person.episodes == 4


def test_one_person_has_no_p_value() -> None:
    found = blinding([Guess("ann", "i1", "gpt", said_person=True)])
    assert (found.p, found.said_person.missing, found.binomial_p) == (None, "one participant", 1.0)
    with pytest.raises(ValueError, match="no observations"):
        blinding([])


def test_bangs_index_is_the_share_of_right_answers_minus_that_of_wrong_ones() -> None:
    """12 of 16 said "person"."""
    share = blinding(Guess(f"p{at}", f"i{at % 4}", "gpt", at < 12) for at in range(16)).said_person
    value, low, high = bang_index(share, is_person=False)
    assert value == pytest.approx((4 - 12) / 16), "of a program, four are right"
    assert low is not None
    assert high is not None
    assert low < value < high < 1
    assert bang_index(share, is_person=True) == pytest.approx((0.5, -high, -low))


def test_half_of_the_answers_are_an_index_of_0() -> None:
    share = blinding([Guess("a", "i", "x", True), Guess("b", "i", "x", False)]).said_person
    assert bang_index(share, is_person=False) == (0.0, None, None), "one instance, no interval"
