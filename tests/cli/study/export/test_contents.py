"""``clemtui study export``: what is in the folder of a study."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.study.conftest import Recorded
from tests.cli.study.exported import TABLES, contents, export, table
from tests.cli.study.test_collecting import SMALL
from tests.study.protocols import study_folder
from tests.support.calling import call
from tests.support.psych_ds import broken_rules

# What is there


def test_everything_is_in_its_place(folder: Path, recorded: Recorded) -> None:
    found = [each for each in contents(folder) if "/transcripts/" not in each]
    stem = "data/study-memory_description"
    assert sorted(found) == sorted(
        [
            ".psychds-ignore", "CHANGES.md", "README.md", "dataset_description.json",
            "documentation/checklist.md", "documentation/consent-en.md", "materials/frozen.json",
            *(f"{stem}-{name}_data.{end}" for name in TABLES for end in ("csv", "json")),
        ]
    )  # fmt: skip


def test_it_is_a_psych_ds_dataset_by_our_reading_of_its_rules(folder: Path) -> None:
    assert broken_rules(folder) == ()
    assert "checked against our own reading of the Psych-DS rules" in (
        (folder / "README.md").read_text("utf-8")
    )


def test_names_with_hyphens_have_names_of_psych_ds(home: Path, tmp_path: Path) -> None:
    study_folder(home / "data" / "studies", *SMALL, name="2-memories")
    call("study", "freeze", "2-memories")
    target = tmp_path / "out"
    assert call("study", "export", "2-memories", "--to", str(target)).code == 0
    assert broken_rules(target) == ()
    assert list(target.glob("data/study-2memories_description-flow_data.csv"))


def test_a_study_without_participants_is_exported_as_well(home: Path, tmp_path: Path) -> None:
    study_folder(home / "data" / "studies", *SMALL)
    call("study", "freeze", "memory")
    target = export(tmp_path / "out", "--transcripts")
    assert broken_rules(target) == ()
    assert table(target, "participants") == []
    assert {each["people"] for each in table(target, "flow")} == {"0"}


def test_whatever_the_protocol_says_breaks_nothing(home: Path, tmp_path: Path) -> None:
    title = '=1+1 <b>*x*</b> "\u202e| ____'
    hostile = [
        ('title = "Scores of people"', f"title = '{title}'"),
        ('population = "adults"', f"population = '{title}'"),
    ]
    study_folder(home / "data" / "studies", *SMALL, *hostile)
    assert call("study", "freeze", "memory").code == 0
    target = export(tmp_path / "out")
    assert broken_rules(target) == ()
    assert json.loads((target / "dataset_description.json").read_text("utf-8"))["name"] == title
    shown = '=1+1 \\<b\\>\\*x\\*\\</b\\> "⟨U+202E⟩\\| \\_\\_\\_\\_'
    assert (target / "README.md").read_text("utf-8").splitlines()[0] == f"# {shown}"
    checked = (target / "documentation" / "checklist.md").read_text("utf-8")
    assert f"- **2.1** The population for which the baseline stands: {shown}\n" in checked
    assert all("\u202e" not in each.decode("utf-8") for each in contents(target).values())


# Materials


def test_what_was_frozen_and_amended_is_beside_it(recorded: Recorded, tmp_path: Path) -> None:
    file = recorded.home / "data" / "studies" / "memory" / "study.toml"
    file.write_text(file.read_text().replace("number = 24", "number = 30"))
    assert call("study", "freeze", "memory", "--amend", "more *money*", "--by", "Ann").code == 0
    target = export(tmp_path / "out")
    protocols = [
        json.loads((target / "materials" / f"{name}.json").read_text("utf-8"))["protocol"]
        for name in ("frozen", "amendment-1")
    ]
    assert [each["participants"]["number"] for each in protocols] == [24, 30]
    (row,) = table(target, "deviations")
    assert (row["frozen"], row["found"], row["deviation_reason"]) == ("24", "30", "more *money*")
    changes = (target / "CHANGES.md").read_text("utf-8")
    assert "amendment 1: more \\*money\\*" in changes
    assert "protocol.participants.number: 24 → 30" in changes
    assert "Ann" not in "".join(each.decode() for each in contents(target).values())


def test_the_consent_text_has_no_character_that_controls_a_terminal(
    home: Path, tmp_path: Path
) -> None:
    hostile = ('contact = "the lab, room 3"', 'contact = "the lab\\u001b[31m \\u202eroom 3"')
    study_folder(home / "data" / "studies", *SMALL, hostile)
    assert call("study", "freeze", "memory").code == 0
    target = export(tmp_path / "out")
    said = (target / "documentation" / "consent-en.md").read_text("utf-8")
    assert said == "# Consent\n\nYou play games.\n\nthe lab␛[31m ⟨U+202E⟩room 3\n"
    assert all(b"\x1b" not in each for each in contents(target).values())


def test_the_consent_text_is_as_participants_read_it(folder: Path) -> None:
    said = (folder / "documentation" / "consent-en.md").read_text("utf-8")
    assert said == "# Consent\n\nYou play games.\n\nthe lab, room 3\n"
