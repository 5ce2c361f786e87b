"""Deviations are told on one line each: what changed, and how many had been admitted by then."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from clemtui.records.studies import Deviation, Enrolment
from clemtui.study.telling.deviations import admitted_text, deviation_line, deviation_lines
from clemtui.study.telling.passages import changed_passages

AT = datetime(2026, 2, 1, 12, tzinfo=UTC)
CONSENT = (
    "# Consent\n\nYou play four games with a partner. It takes half an hour.\n\n"
    "## Payment\n\nYou receive 10 euros for taking part, also if you withdraw.\n\n"
    "## Questions\n\nAsk the lab, room 3, whenever you like, before or after the games.\n"
)


def deviation(frozen: Any, found: Any, subject: str = "consents.en") -> Deviation:
    return Deviation(
        study="memory", kind="protocol", subject=subject, frozen=frozen, found=found,
        reason="the board", id="d", at=AT, amendment=1, manifest_hash="h",
    )  # fmt: skip


def admitted(*hours: int) -> tuple[Enrolment, ...]:
    """Return enrolments this long after the deviation, negative: before it."""
    return tuple(
        Enrolment(str(n), "memory", str(n), n, 1, 7, AT + timedelta(hours=after))
        for n, after in enumerate(hours, 1)
    )


@pytest.mark.parametrize(
    ("hours", "said"),
    [
        ((), "before anyone took part"),
        ((1, 2), "before anyone took part"),
        ((-1, 2), "after 1 participant had been admitted"),
        ((-3, -2, -1, 1), "after 3 participants had been admitted"),
    ],
)
def test_a_deviation_says_how_many_had_been_admitted(hours: tuple[int, ...], said: str) -> None:
    assert deviation_line(deviation(24, 30, "protocol.participants.number"), admitted(*hours)) == (
        f"deviation, 2026-02-01, {said}: protocol: protocol.participants.number: 24 -> 30 "
        "(the board)"
    )


def test_short_values_are_shown_whole() -> None:
    said = deviation_line(deviation(None, {"c": ["a", True]}), ())
    assert said.endswith(': consents.en: nothing -> {"c": ["a", true]} (the board)')
    assert list(deviation_lines([deviation(1, 2)], ())) == [deviation_line(deviation(1, 2), ())]


def test_of_long_texts_only_what_changed_is_shown_and_where_they_are() -> None:
    found = CONSENT.replace("10 euros", "15 euros and a coffee")
    line, where = deviation_lines([deviation(CONSENT, found)], ())
    assert line.endswith(
        ": … Payment You receive [10 euros -> 15 euros and a coffee] for taking part, … (the board)"
    )
    assert where == (
        "deviations: whole texts: clemtui study status memory --json, or the table of deviations "
        "in the export"
    )


def test_what_is_added_or_removed_is_said_to_be_so() -> None:
    added = CONSENT + "\nThe lab keeps the data for ten years.\n"
    said = changed_passages(CONSENT, added)
    assert said == "… after the games. [nothing -> The lab keeps the data for ten years.]"
    said = changed_passages(added, CONSENT)
    assert said == "… after the games. [The lab keeps the data for ten years. -> nothing]"


def test_other_line_breaks_are_said_to_be_all_that_differs() -> None:
    found = CONSENT.replace(" ", "\n")
    assert changed_passages(CONSENT, found) == "only spaces and line breaks differ"


def test_texts_without_spaces_are_compared_by_characters() -> None:
    text = "謝礼は十ユーロです。" + "研究は大学で行われます。" * 12
    said = changed_passages(text, text.replace("十", "二十"))
    assert said == "… 謝礼は [nothing -> 二] 十ユー …"


def test_a_new_or_missing_long_text_is_shown_by_its_ends() -> None:
    said = deviation_line(deviation(None, CONSENT), ())
    assert (
        ": nothing -> # Consent You play four game … , before or after the games. (the board)"
        in said
    )
    assert len(said) < 200


def test_a_line_is_short_however_much_has_changed() -> None:
    before = " ".join(f"word{n}" for n in range(400))
    after = " ".join(f"word{n}" if n % 10 else f"other{'x' * 200}{n}" for n in range(400))
    said = deviation_line(deviation(before, after), ())
    assert len(said) < 800
    assert "; and 37 more (the board)" in said


def test_of_very_long_texts_everything_between_the_changes_is_one_passage() -> None:
    words = [f"word{n % 700}" for n in range(20_000)]
    changed = [*words]
    changed[50], changed[60] = "here", "there"
    began = time.monotonic()
    said = changed_passages(" ".join(words), " ".join(changed))
    assert time.monotonic() - began < 2
    assert said.startswith("… word47 word48 word49 [word50 word51")
    assert said.endswith(
        "word59 word60 -> here word51 word52 word53 wo … 6 word57 word58 word59 there] "
        "word61 word62 word63 …"
    )


def test_no_count_is_a_count_in_words() -> None:
    assert [admitted_text(n) for n in (0, 1, 2)] == [
        "before anyone took part",
        "after 1 participant had been admitted",
        "after 2 participants had been admitted",
    ]
