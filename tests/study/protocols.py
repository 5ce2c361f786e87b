"""A protocol for tests, and a folder with it."""

from __future__ import annotations

from pathlib import Path

from clemtui.study.checking import BLANK
from clemtui.study.protocol.folder import StudyFolder, open_study
from tests.support.paths import ROOT

PROTOCOL = """\
title = "Scores of people"
question = "How well do people play?"
languages = ["en", "de"]
interface_languages = ["en"]
seed = 7

[participants]
number = 24
eligibility = [{ en = "I am at least 18 years old." }]
population = "adults"
recruitment = "posters"
payment = "none"

[responsible]
contact = "the lab, room 3"
ethics = "board 7, number 12"
preregistration = "registry 9"

[consent]
en = "consent/en.md"

[[games]]
game = "taboo"
seats = ["WordGuesser"]
episodes = 4
instances = { choose = "stratified", number = 12 }

[analysis.primary]
between = "people and value"
value = 80.5
"""

CONSENT = "# Consent\n\nYou play games.\n\n${contact}\n\n${model_notice}\n"


def study_folder(
    place: Path, *changes: tuple[str, str], consent: str | None = CONSENT, name: str = "memory"
) -> Path:
    """Write a study to a folder; each change replaces a part of the protocol, which must exist."""
    text = PROTOCOL
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    folder = place / name
    (folder / "consent").mkdir(parents=True)
    (folder / "study.toml").write_text(text, encoding="utf-8")
    if consent is not None:
        (folder / "consent" / "en.md").write_text(consent, encoding="utf-8")
    return folder


def study(place: Path, *changes: tuple[str, str], consent: str | None = CONSENT) -> StudyFolder:
    """Return an opened study; see `study_folder`."""
    return open_study(study_folder(place, *changes, consent=consent))


def bilingual(place: Path, language: str, *changes: tuple[str, str]) -> Path:
    """Write a study for people who read English or another language; see `study_folder`."""
    folder = study_folder(
        place,
        *changes,
        ('interface_languages = ["en"]', f'interface_languages = ["en", "{language}"]'),
        ('en = "I am at least 18 years old."', f'en = "x", {language} = "18+"'),
        ('en = "consent/en.md"', f'en = "consent/en.md"\n{language} = "consent/{language}.md"'),
    )
    template = ROOT / "sessions" / "consent" / f"{language}.md"
    (folder / "consent" / f"{language}.md").write_bytes(template.read_bytes())
    fill_in(folder)
    return folder


def fill_in(folder: Path) -> None:
    """Fill in the blanks of the consent texts of a study."""
    for file in (folder / "consent").iterdir():
        text = file.read_text("utf-8")
        file.write_text(BLANK.sub(lambda blank: blank[0][1:-1], text), "utf-8")
