"""The scripted answerer: reads questions it was not written for, and makes no mistakes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from clemtui.catalogue import open_catalogue
from clemtui.engine import Scripted, base_language
from games.privateshared.tools.measure import play
from tests.support.episodes import Episode

from .playing import SHEET, travel_episode

WORDINGS = open_catalogue().languages("privateshared")
LANGUAGES = [tag for tag in WORDINGS if "-x-" not in tag]


def questions(language: str, domains: ModuleType) -> Iterator[tuple[tuple[str, ...], str, str]]:
    """Yield every question of a pack: the names of all lines, the right name, and the text."""
    texts = open_catalogue().packs("privateshared")[language].texts
    for domain, slots in domains.DOMAINS.items():
        names = texts.options[f"{domain}.names"]
        for slot, name in zip(slots, names, strict=True):
            for request in texts.options[f"{domain}.{slot}.requests"]:
                yield names, name, f"{texts.tags[domain]}: {request}"
            for probe in texts.options[f"{domain}.{slot}.probes"]:
                yield names, name, texts.prompt("probe", me=texts.tags["me"], question=probe)


@pytest.mark.parametrize("language", WORDINGS)
def test_every_question_is_understood(language: str, cues: ModuleType, domains: ModuleType) -> None:
    """The cues of a language also cover its other wordings."""
    topic = cues.CUES[base_language(language)].topic
    found = list(questions(language, domains))
    assert len(found) == 2 * 3 * (5 + 5 + 5 + 15 + 10)
    wrong = [text for names, name, text in found if topic(text, names) != name]
    assert wrong == []


LETTERS = tuple("KLMNOPQRST")


@pytest.mark.parametrize(
    ("language", "question", "name"),
    [
        ("en", "Don't you know it? It's that of T.", "T"),
        ("fr", "N'as-tu pas le chiffre de T ?", "T"),
        ("fr", "N’as-tu pas le chiffre de T ?", "T"),
        ("it", "Non se n'è detto niente, di T?", "T"),
        ("de", "Geht's noch, was ist das für ein 'T'?", "T"),
        ("tr", "Peki, T'de hangi var?", "T"),
        ("te", "Tకు ఏ అంకె?", "K"),  # the sign continues the word: nothing is found
    ],
)
def test_a_name_is_found_where_it_is_a_word(
    cues: ModuleType, language: str, question: str, name: str
) -> None:
    """An elided word keeps its apostrophe, and an ending keeps its own."""
    assert cues.CUES[language].topic(question, LETTERS) == name


@pytest.mark.parametrize(
    ("question", "name"),
    [("İçeride ne var?", "İÇERİDE"), ("Peki, DIŞARIDA ne var?", "DIŞARIDA"), ("batı?", "BATIDA")],
)
def test_names_and_cues_are_known_in_capitals_by_the_text_policy(
    cues: ModuleType, question: str, name: str
) -> None:
    """Turkish has its own capitals for ``i`` and for ``ı``."""
    names = ("SOLDA", "İÇERİDE", "DIŞARIDA", "BATIDA")
    assert cues.CUES["tr"].topic(question, names) == name


@pytest.mark.parametrize("language", LANGUAGES)
def test_text_is_compared_as_the_pack_of_the_language_compares_it(
    cues: ModuleType, language: str
) -> None:
    texts = open_catalogue().packs("privateshared")[language].texts
    assert cues.CUES[language].policy is texts.policy


def test_the_questions_of_the_benchmark_are_understood(shared: Path, cues: ModuleType) -> None:
    folder = shared / "clembench/privateshared/resources/texts"
    wrong = []
    for path in folder.glob("*/*s.json"):
        texts = json.loads(path.read_text("utf-8"))
        if path.stem == "slot_values":
            continue
        names = [slot.upper() for slot in texts]
        wrong += [
            text
            for slot, asked in texts.items()
            for text in asked
            if cues.CUES["en"].topic(text, names) != slot.upper()
        ]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_new_instances_are_played_without_a_mistake(language: str) -> None:
    game = open_catalogue().game("privateshared")
    played = [play(game.generate(language, seed), language) for seed in range(400, 408)]
    assert [score for score, _ in played] == [100.0] * 8


def test_it_considers_known_what_it_has_mentioned() -> None:
    """It does not count questions; it reads its own turns."""
    played = travel_episode()
    player = played.game.scripted("Player 1", "en", 0)
    played.say(*["ASIDE: no"] * 5)
    played.say("ANSWER: by ferry to Oslo")
    replies = []
    while played.request.purpose == "side question":
        replies.append(_move(played, player))
    assert dict(zip(SHEET, replies, strict=True)) == {
        "origin": "ASIDE: no",
        "destination": "ASIDE: yes",
        "transport": "ASIDE: yes",
        "class": "ASIDE: no",
        "date": "ASIDE: no",
    }


def _move(played: Episode, player: Scripted) -> str:
    text = player.respond(played.request, played.master.view("Player 1"))
    played.say(text)
    return text


def test_other_seats_and_languages_are_refused() -> None:
    game = open_catalogue().game("privateshared")
    with pytest.raises(LookupError, match="seat 'Player 2'"):
        game.scripted("Player 2", "en", 0)
    with pytest.raises(LookupError, match="language 'fi'"):
        game.scripted("Player 1", "fi", 0)
    assert game.scripted("Player 1", "en-GB", 0) is not None
