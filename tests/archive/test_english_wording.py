"""The game master's messages in the wording of the English pack."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from clemtui.archive.english_wording import EnglishWording, english_wording
from clemtui.archive.review import Review, review_all
from clemtui.engine import OBSERVER, REVEAL, Request
from clemtui.episode.service import PlayService
from clemtui.language import Sentence
from tests.support.play_helpers import Person, choices, planned, play, sitting

GAMES = (
    *("taboo", "wordle", "wordle_withclue", "wordle_withcritic"),
    *("imagegame", "referencegame", "privateshared"),
)


async def reviewed(service: PlayService, game: str, **chosen: object) -> Review:
    wanted = choices(game, **{"seat": OBSERVER, "language": "de", **chosen})
    return await review_all(service, (await play(service, wanted)).live.id)


def wording(service: PlayService, review: Review) -> EnglishWording:
    found = english_wording(service.catalogue, review)
    assert isinstance(found, EnglishWording)
    return found


def asked(review: Review) -> list[str]:
    """Return everything that the game master said to a player."""
    lines = review.at(review.length, REVEAL).lines
    return [str(line.text) for line in lines if line.kind == "to seat"]


def said(review: Review) -> list[str]:
    return [entry.text for entry in review.stored.entries_for_replay if hasattr(entry, "text")]


@pytest.mark.parametrize("game", GAMES)
async def test_every_message_has_its_english_wording(game: str, database: Path) -> None:
    """All except those that only pass on what a player said."""
    async with sitting(database) as service:
        review = await reviewed(service, game)
        english = wording(service, review)
        pack = service.catalogue.packs(review.stored.summary.family)
        messages = asked(review)
        assert messages
        for message in messages:
            found = english.translate(message)
            if found is None:
                assert any(message.strip() in answer for answer in said(review))
                continue
            assert found != message
            rendered = found.replace("\n", " ")
            for tag in pack["de"].texts.tags.values():
                alike = tag in pack["en"].texts.tags.values()
                spoken = any(tag in answer for answer in said(review))
                assert alike or spoken or tag not in rendered, tag


async def test_it_is_the_english_prompt_with_the_same_values(database: Path) -> None:
    """Tags are the English ones; the words of the task stay."""
    async with sitting(database) as service:
        review = await reviewed(service, "taboo")
        english = wording(service, review)
        pack = service.catalogue.packs("taboo")["en"].texts
        data = review.stored.instance.data
        first, second, *_ = asked(review)
        found = english.translate(first)
        assert found is not None
        assert "CLUE: <your description>" in found
        assert all(word in found for word in (data["target_word"], *data["related_word"]))
        assert found.split("\n")[0] == pack.prompts["describer"].strip().split("\n")[0]
        beginning, clue = second.rsplit("\n\n", 1)
        assert clue == said(review)[0]
        handed_on = english.translate(second)
        assert handed_on is not None
        assert handed_on.endswith(f"\n\n{clue}"), "what a player said is never put into English"
        assert beginning not in handed_on


async def test_player_words_equal_to_options_are_kept(database: Path) -> None:
    """The describer says what is also an answer option; only the option in the prompt is put into
    English."""
    async with sitting(database) as service:
        plan = planned(service, choices("referencegame", seat="Player 1", language="de"))
        live = await service.start(plan)

        def say(request: Request) -> str:
            return "Ausdruck: erstes"

        Person(live, say)
        await live.play()
        review = await review_all(service, live.id)
        found = wording(service, review).translate(asked(review)[1])
        assert found is not None
        assert "Ausdruck: erstes" in found
        assert "second grid" in found


async def test_feedback_colours_are_translated_but_not_guesses(
    database: Path,
) -> None:
    async with sitting(database) as service:
        review = await reviewed(service, "wordle")
        message = asked(review)[1]
        found = wording(service, review).translate(message)
        assert found is not None
        colours = ("<green>", "<yellow>", "<red>")
        assert any(each in found for each in colours)
        assert not any(each in found for each in ("<grün>", "<gelb>", "<rot>"))
        letters = [part[0] for part in message.splitlines()[0].split(": ")[1].split(" ")]
        assert [part[0] for part in found.splitlines()[0].split(": ")[1].split(" ")] == letters


async def test_a_probe_that_is_asked_again_has_its_hint(database: Path) -> None:
    async with sitting(database) as service:
        plan = planned(service, choices("privateshared", language="de"))
        live = await service.start(plan)
        table = Person(live)
        wrong = iter(["Das weiß ich nicht."])
        table._say = lambda request: next(wrong, None) or table.scripted(request)
        await live.play()
        review = await review_all(service, live.id)
        english, pack = wording(service, review), service.catalogue.packs("privateshared")
        hint, meant = (pack[tag].texts.options["hints"][1] for tag in ("de", "en"))
        again = next(message for message in asked(review) if hint in message)
        found = english.translate(again)
        assert found is not None
        assert found.startswith(f"{pack['en'].texts.tags['me'].strip()} {meant.strip()} ")
        assert not set(again.split()) & {"Antworte", "Fahrkartenverkauf"} & set(found.split())


@pytest.mark.parametrize(
    ("chosen", "why"),
    [({"language": "en"}, "already has the English prompts"), ({"language": "de"}, "")],
)
async def test_english_prompts_need_no_wording(
    chosen: dict[str, str], why: str, database: Path
) -> None:
    async with sitting(database) as service:
        review = await reviewed(service, "taboo", **chosen)
        found = english_wording(service.catalogue, review)
        assert isinstance(found, Sentence) == bool(why)
        assert why in str(found)


async def test_no_wording_without_faithful_replay(database: Path) -> None:
    async with sitting(database) as service:
        review = await reviewed(service, "taboo")
        other = Review(review.stored, review.watchers, review.game, None, "changed", review._expose)
        found = english_wording(service.catalogue, other)
        assert isinstance(found, Sentence)
        assert "do not reproduce this episode" in found


async def test_older_pack_version_is_noted(database: Path) -> None:
    """Not if it is today's pack, whatever its version is called."""
    async with sitting(database) as service:
        review = await reviewed(service, "taboo")
        card = {**review.stored.texts.card, "source_version": "0"}
        same = replace(review.stored, texts=replace(review.stored.texts, card=card))
        prompts = {**same.texts.prompts, "unused": "Nichts."}
        older = replace(same, texts=replace(same.texts, prompts=prompts))
        notes = []
        for stored in (same, older):
            again = Review(stored, review.watchers, review.game, (), "", review._expose)
            notes.append(str(wording(service, again).note))
        assert "Current English wording" not in notes[0]
        assert "version 1; these prompts were made from version 0" in notes[1]
