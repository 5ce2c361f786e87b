"""A new study: a sound protocol from ten answers, to be read and changed."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent
from typing import Any

import tomlkit

from clemtui.files import read_text
from clemtui.players.llm.parameters import ModelParameters
from clemtui.resources import bundled_collection
from clemtui.study.errors import StudyError
from clemtui.study.protocol.model import Comparison
from clemtui.study.protocol.reading import FILE, parse_protocol

CONSENT = "consent"
"""The folder of consent texts, in a study and, as templates, in ``sessions``."""

EPISODES, INSTANCES = 6, 20
"""How many episodes of a game a participant plays, and of how many instances: enough of both for an
interval that holds for other people and other instances."""

_INTRODUCTION = """\
# The protocol of a study. Check it with 'clemtui study check {name}'; freeze it with
# 'clemtui study freeze {name}' before the first participant comes. docs/protocol.md lists every
# entry, with the value that it has where it is not here.
"""


@dataclass(frozen=True, slots=True)
class Answers:
    """What a researcher says about a new study.

    Attributes:
        games: ids of games, each with the seats that participants play.
        partner: `scripted`, `person`, or a model with all its parameters.
        primary: the comparison that the study is for.
    """

    title: str
    question: str
    games: Sequence[tuple[str, Sequence[str]]]
    languages: Sequence[str]
    interface_languages: Sequence[str]
    interface: str
    partner: str | ModelParameters
    participants: int
    primary: Comparison
    contact: str


def create_study(folder: Path, answers: Answers) -> Path:
    """Write a protocol and its consent texts to a new folder; return the file.

    Raises:
        StudyError: if the folder has a protocol already, or cannot be written.
    """
    file = folder / FILE
    written = [file, *(folder / CONSENT / f"{tag}.md" for tag in answers.interface_languages)]
    for each in written:
        if os.path.lexists(each):
            raise StudyError(f"{each}: already exists; choose another name or folder")
    text = "\n".join(_lines(folder.name, answers))
    parse_protocol(text, file)
    templates = bundled_collection() / "sessions" / CONSENT
    consents = {tag: read_text(templates / f"{tag}.md") for tag in answers.interface_languages}
    try:
        (folder / CONSENT).mkdir(parents=True, exist_ok=True)
        for tag, consent in consents.items():
            (folder / CONSENT / f"{tag}.md").write_text(consent, encoding="utf-8")
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise StudyError(f"{folder}: cannot be written ({error.strerror or error})") from None
    return file


def _lines(name: str, answers: Answers) -> Iterator[str]:
    yield _INTRODUCTION.format(name=name)
    yield f"title = {_quoted(answers.title)}"
    yield f"question = {_quoted(answers.question)}"
    yield f"languages = {_list(answers.languages)}"
    yield f"interface_languages = {_list(answers.interface_languages)}"
    yield f"seed = {secrets.randbits(31)}"
    yield dedent(
        f"""
        [participants]
        number = {answers.participants}
        population = ""  # whom they are meant to represent
        recruitment = ""
        payment = ""

        [responsible]
        contact = {_quoted(answers.contact)}
        institution = ""
        ethics = ""  # the board and its number, or why no approval is needed
        preregistration = ""

        [consent]"""
    )
    for tag in answers.interface_languages:
        yield f"{_key(tag)} = {_quoted(f'{CONSENT}/{tag}.md')}"
    yield dedent(
        f"""
        [condition]
        interface = {_quoted(answers.interface)}
        feedback = "none"
        breaks = 5"""
    )
    for game, seats in answers.games:
        yield from _game(game, seats, answers.partner)
    yield from _analysis(answers.primary)


def _game(game: str, seats: Sequence[str], partner: str | ModelParameters) -> Iterator[str]:
    if isinstance(partner, ModelParameters):
        given = partner.record().items()
        who = _inline({key: value for key, value in given if value not in (None, {})})
    else:
        who = _quoted(partner)
    yield dedent(
        f"""
        [[games]]
        game = {_quoted(game)}
        seats = {_list(seats)}
        episodes = {EPISODES}
        practice = 1
        partner = {who}
        instances = {{ choose = "stratified", number = {INSTANCES} }}"""
    )


def _analysis(primary: Comparison) -> Iterator[str]:
    yield '\n[analysis]\nalpha = 0.05\ncorrection = "holm"\npower = 0.8\n\n[analysis.primary]'
    yield f"between = {_quoted(primary.between)}"
    yield f"measure = {_quoted(primary.measure)}"
    for name in ("model", "baseline"):
        if (value := getattr(primary, name)) is not None:
            yield f"{name} = {_quoted(value)}"
    if primary.value is not None:
        value = primary.value
        yield f"value = {_inline(value) if isinstance(value, Mapping) else value}"
    yield ""


def _quoted(text: str) -> str:
    return tomlkit.string(text).as_string()


def _list(texts: Sequence[str]) -> str:
    return f"[{', '.join(map(_quoted, texts))}]"


def _key(name: str) -> str:
    return tomlkit.key(name).as_string()


def _inline(values: Mapping[str, Any]) -> str:
    table = tomlkit.inline_table()
    table.update(values)
    return table.as_string()
