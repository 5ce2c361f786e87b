"""If a sentence has to decline a value, the declined form fills the slot."""

from __future__ import annotations

import tomllib
from itertools import permutations
from pathlib import Path

import pytest

from clemtui.catalogue import open_catalogue
from clemtui.engine import POLICIES
from clemtui.gamekit.inflection import mentions
from tests.support.episodes import episode

VALUES = Path(__file__).parents[1] / "generate" / "data" / "values"


def policy_of(language: str) -> str:
    pack = open_catalogue().pack("privateshared", language)
    assert pack is not None
    return pack.texts.policy.name


@pytest.mark.parametrize("language", sorted(path.stem for path in VALUES.glob("*.toml")))
def test_no_value_of_a_domain_is_taken_for_another_one(language: str) -> None:
    policy = POLICIES[policy_of(language)]
    for slots in tomllib.loads((VALUES / f"{language}.toml").read_text("utf-8")).values():
        values = [value for each in slots.values() for value in each]
        assert [pair for pair in permutations(values, 2) if mentions(policy, *pair)] == []


@pytest.mark.parametrize(
    ("said", "filled"),
    [("История", True), ("Моя специальность связана с историей", True), ("Не помню", False)],
)
def test_a_russian_answer_may_decline_what_stands_on_the_sheet(said: str, filled: bool) -> None:
    sheet = {
        "subject": "история",
        "experience": "шесть лет",
        "degree": "диплом",
        "language": "финский",
        "start": "завтра",
    }
    played = episode(
        "privateshared",
        "ru",
        data={
            "slots": list(sheet.items()),
            "request_order": list(sheet),
            "requests": dict.fromkeys(sheet, 0),
            "probes": [[["subject", 0]]] * (len(sheet) + 1),
        },
        parameters={"domain": "job-interview"},
    )
    played.say("КСТАТИ: нет", f"ОТВЕТ: {said}")
    assert (0, "metadata", f"Slot filled: {filled}") in played.log
