"""``clemtui study checklist``: the published items in our words, filled from what is known."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.study.conftest import Recorded
from tests.cli.study.test_collecting import SMALL
from tests.study.protocols import study_folder
from tests.support.calling import call

#: The published item numbers: of each section, its items, and how many parts those have.
NUMBERS = {
    "0": {str(item): 0 for item in range(1, 11)},
    "1": {str(item): {2: 1, 8: 1}.get(item, 0) for item in range(1, 11)},
    "2": {"1": 1, "2": 0, "3": 2, "4": 0, "5": 0, "6": 2, "7": 3},
    "3": {"1": 1, "2": 2, "3": 2, "4": 1, "5": 1, "6": 0},
    "4": {"1": 1, "2": 1, "3": 0, "4": 0, "5": 0, "6": 0},
    "5": {"1": 5, "2": 2, "3": 0, "4": 0},
}
#: Parts of parts; and 5.1, which is a heading.
FURTHER, HEADING = {"2.6.2.1", "2.7.2.1", "2.7.3.1"}, "5.1"


def published() -> Iterator[str]:
    for section, items in NUMBERS.items():
        for item, parts in items.items():
            if f"{section}.{item}" != HEADING:
                yield f"{section}.{item}"
            for part in range(1, parts + 1):
                number = f"{section}.{item}.{part}"
                yield number
                if f"{number}.1" in FURTHER:
                    yield f"{number}.1"


def items(text: str) -> dict[str, str]:
    """Return what is answered, by item number."""
    found = re.findall(r"^- \*\*([0-9.]+)\*\* [^\n]*?: ([^\n]*)$", text, re.MULTILINE)
    assert len(dict(found)) == len(found)
    return dict(found)


@pytest.fixture
def filled(recorded: Recorded) -> dict[str, str]:
    called = call("study", "checklist", "memory")
    assert called.code == 0, called.err
    return items(called.out)


def test_it_has_the_published_numbers_in_their_order(filled: dict[str, str]) -> None:
    assert list(filled) == list(published())
    assert len(filled) == 71


@pytest.mark.parametrize(
    ("number", "said"),
    [
        ("0.7", "en"),
        ("0.9", "____ (to be filled in)"),
        ("0.10", "____ (to be filled in)"),
        ("1.1", "6 took part, of 24 planned; 3 are in the primary figures"),
        ("1.2.1", "taboo: a simple random sample. Drawn by the protocol's seed, 7."),
        (
            "1.4",
            "Planned: taboo: 2, and 1 for practice in each role. In the records: 1 to 2 that "
            "count, of those who are in the primary figures",
        ),
        ("1.9", "board 7, number 12"),
        ("2.1", "adults"),
        ("2.2", "posters"),
        ("2.3.2", "1 of 8 who were asked could not take part"),
        ("4.4", "____ (to be filled in)"),
        ("5.1.4", "1 of 3 participants who answered said that they used one; which: ____"),
        (
            "5.1.5",
            "Of 6 participants, 3 finished, 3 withdrew or were erased, and 0 have not finished",
        ),
    ],
)
def test_it_is_filled_from_what_is_recorded(filled: dict[str, str], number: str, said: str) -> None:
    assert filled[number] == said


@pytest.mark.parametrize("number", ["0.1", "1.6", "2.4", "2.7.2", "5.2"])
def test_what_is_not_known_is_visibly_blank(filled: dict[str, str], number: str) -> None:
    assert filled[number] == "____ (to be filled in)"


def test_it_says_how_much_is_left(recorded: Recorded) -> None:
    out = call("study", "checklist", "memory").out
    blank = sum("____" in answer for answer in items(out).values())
    assert f"{71 - blank} of 71 items. {blank} need you" in out


def test_what_the_protocol_does_not_say_stays_blank(home: Path) -> None:
    unsaid = [
        (f'{entry}\n', "")
        for entry in (
            'ethics = "board 7, number 12"', 'payment = "none"', 'population = "adults"',
            'recruitment = "posters"', 'preregistration = "registry 9"',
        )
    ]  # fmt: skip
    study_folder(home / "data" / "studies", *SMALL, *unsaid)
    call("study", "freeze", "memory")
    found = items(call("study", "checklist", "memory").out)
    for number in ("1.3", "1.9", "2.1", "2.2", "2.6.2", "2.7", "2.7.1", "5.1.1", "5.1.3"):
        assert found[number] == "____ (to be filled in)", number
    assert found["1.10"].startswith("____. The protocol was frozen on ")


@pytest.mark.parametrize(
    ("condition", "begins"),
    [
        ('interface = "assisted"', {"1.5": "Partial", "3.3": "No", "3.5": "Partial"}),
        ('interface = "board"', {"1.5": "Yes", "3.3": "No", "3.5": "Yes"}),
        ('interface = "verbatim"\naids = []', {"1.5": "Yes", "3.3": "Partial", "3.5": "Yes"}),
        (
            'interface = "verbatim"\naids = ["end_warning"]',
            {"1.5": "Partial", "3.5": "Partial: people have end\\_warning"},
        ),
        ('interface = "verbatim"', {"1.5": "Partial", "3.5": "Partial: people have end\\_warning"}),
        ("breaks = 0", {"3.1": "As many as they like: no break is offered"}),
    ],
)
def test_it_depends_on_what_people_have(home: Path, condition: str, begins: dict[str, str]) -> None:
    tables = ("value = 80.5\n", f"value = 80.5\n[condition]\n{condition}\n")
    study_folder(home / "data" / "studies", *SMALL, tables)
    assert call("study", "freeze", "memory").code == 0
    found = items(call("study", "checklist", "memory").out)
    for number, begin in begins.items():
        assert found[number].startswith(begin), (number, found[number])


def test_the_export_contains_it(recorded: Recorded, tmp_path: Path) -> None:
    target = tmp_path / "out"
    assert call("study", "export", "memory", "--to", str(target)).code == 0
    said = (target / "documentation" / "checklist.md").read_text("utf-8")
    assert said == call("study", "checklist", "memory").out


def test_it_is_written_to_a_new_file_only(recorded: Recorded, tmp_path: Path) -> None:
    file = tmp_path / "checklist.md"
    called = call("study", "checklist", "memory", "--to", str(file))
    assert (called.code, called.out) == (0, "")
    assert items(file.read_text("utf-8"))
    assert "already exists" in call("study", "checklist", "memory", "--to", str(file)).error
    wrong = call("study", "checklist", "memory", "--to", str(tmp_path / "checklist.pdf"))
    assert wrong.code == 2
