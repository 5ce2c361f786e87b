"""The same task in another prompt language, which counts as a repetition for its players."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from clemtui.archive.history import History
from clemtui.archive.search_line import HistoryFilter
from clemtui.catalogue import Catalogue, open_catalogue
from clemtui.engine import OBSERVER, Instance
from clemtui.episode.errors import PlayError
from clemtui.episode.live import LiveEpisode
from clemtui.episode.planning.other_languages import (
    SameTask,
    language_names,
    language_options,
    languages_without_word,
    missing_word_sentences,
    other_languages,
    single_language_reason,
    unscripted_seats,
)
from clemtui.episode.seat_port import GiveUp
from clemtui.episode.service import PlayService
from clemtui.language import Interface
from clemtui.store.read.reader import Reader
from tests.support.play_helpers import asked, choices, leave_when, play, sitting, stored
from tests.support.scripts import reject_language


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return open_catalogue()


def first(catalogue: Catalogue, game: str, language: str | None) -> Instance:
    return catalogue.experiments(game, language)[0].instances[0]


def tags(found: tuple[SameTask, ...]) -> set[str]:
    return {each.language for each in found}


@pytest.mark.parametrize("game", ["imagegame", "referencegame"])
def test_a_task_without_words_is_the_same_instance_with_every_other_pack(
    game: str, catalogue: Catalogue
) -> None:
    instance = first(catalogue, game, None)
    found = other_languages(catalogue, instance, "en")
    assert tags(found) == catalogue.packs(game).keys() - {"en"}
    for each in found:
        assert each.instance is instance
        assert each.texts == catalogue.packs(game)[each.language].texts


@pytest.mark.parametrize("game", ["taboo", "privateshared"])
def test_a_task_of_words_is_the_instance_with_the_same_key(game: str, catalogue: Catalogue) -> None:
    instance = first(catalogue, game, "de")
    found = {each.language: each for each in other_languages(catalogue, instance, "de")}
    assert {"en", "it"} <= found.keys()
    for language, each in found.items():
        assert each.instance.task_key == instance.task_key
        assert each.instance.hash != instance.hash
        assert each.instance.language == each.texts.base_language == language.partition("-x-")[0]
    assert other_languages(catalogue, instance, "de", "it") == (found["it"],)


def test_of_a_seed_the_same_task_is_made_in_the_other_language(catalogue: Catalogue) -> None:
    game = catalogue.game("privateshared")
    found = other_languages(catalogue, game.generate("en", 5), "en", "it")
    assert [each.instance for each in found] == [game.generate("it", 5)]


def test_a_concept_without_an_equivalent_is_left_out(catalogue: Catalogue) -> None:
    """Each language that lacks a concept is left out, and no other."""
    concepts = {
        language: {
            i.task_key for e in catalogue.experiments("taboo", language) for i in e.instances
        }
        for language in catalogue.languages("taboo")
    }
    lacking = [(tag, concepts["en"] - known) for tag, known in concepts.items()]
    tag, (key, *_) = next((tag, sorted(lacks)) for tag, lacks in lacking if lacks)
    every = [i for e in catalogue.experiments("taboo", "en") for i in e.instances]
    instance = next(i for i in every if i.task_key == key)
    found = tags(other_languages(catalogue, instance, "en"))
    assert tag not in found
    assert found == {each for each, known in concepts.items() if key in known} - {"en"}


def wordless(catalogue: Catalogue) -> Instance:
    """Return the English instance of the concept for which Telugu has no word."""
    (experiment,) = catalogue.experiments("taboo", "te")
    (missing,) = experiment.without
    every = [i for e in catalogue.experiments("taboo", "en") for i in e.instances]
    return next(each for each in every if each.task == missing.task)


def test_why_a_language_lacks_a_concept_is_said(catalogue: Catalogue) -> None:
    instance = wordless(catalogue)
    without = languages_without_word(catalogue, instance)
    assert without == {"te": "no everyday word; the animal is unknown in the region"}
    assert missing_word_sentences(without, Interface("en")) == [
        f"Telugu has no word for it ({without['te']})."
    ]
    others = [first(catalogue, "taboo", "en"), first(catalogue, "imagegame", None)]
    assert all(languages_without_word(catalogue, each) == {} for each in others)


async def test_to_play_it_there_again_says_the_reason(database: Path, catalogue: Catalogue) -> None:
    instance = wordless(catalogue)
    named: dict[str, object] = {"experiment": instance.experiment, "game_id": instance.game_id}
    async with sitting(database) as service:
        left = await leave_when(service, choices("taboo", language="en", **named), asked)
        with pytest.raises(PlayError, match=r"'te', which has no word for it \(no everyday word"):
            await service.plan_same_task(left.live.id, language="te")


def test_words_that_are_not_paired_have_no_other_language(catalogue: Catalogue) -> None:
    wordle = first(catalogue, "wordle", "en")
    assert {tag for tag in tags(other_languages(catalogue, wordle, "en")) if "-x-" not in tag} == (
        set()
    )
    assert "words" in single_language_reason(wordle)
    made = catalogue.game("taboo").generate("en", 3)
    assert {t for t in tags(other_languages(catalogue, made, "en")) if "-x-" not in t} == set()


def test_prompts_of_its_own_are_in_one_language(catalogue: Catalogue) -> None:
    prompts = dict.fromkeys(("describer_initial_prompt", "guesser_initial_prompt"), "Play.")
    mine = first(catalogue, "taboo", "en")
    official = replace(mine, origin="official", prompts=prompts)
    assert other_languages(catalogue, mine, "en")
    assert other_languages(catalogue, official, "en") == ()
    assert "prompts" in single_language_reason(official)


def test_languages_are_named_twice_and_other_wordings_come_last() -> None:
    named = language_names(["en-x-para1", "tr", "en", "de"], Interface("en"))
    assert list(named.items()) == [
        ("en", "English"),
        ("de", "German · Deutsch"),
        ("tr", "Turkish · Türkçe"),
        ("en-x-para1", "English, paraphrase 1"),
    ]


def test_what_is_not_reviewed_is_said_where_something_else_is(catalogue: Catalogue) -> None:
    it, de = other_languages(catalogue, first(catalogue, "imagegame", None), "en", "it") + (
        other_languages(catalogue, first(catalogue, "imagegame", None), "en", "de")
    )
    it = replace(it, texts=replace(it.texts, card={"reviewed_by": " "}))
    seen = replace(de, texts=replace(de.texts, card={"reviewed_by": "Ada"}))
    ui = Interface("en")
    assert dict(language_options([it, seen], ui)) == {
        "it": "Italian · italiano, not yet reviewed",
        "de": "German · Deutsch",
    }
    assert dict(language_options([it], ui)) == {"it": "Italian · italiano"}


async def test_seat_partner_interface_and_aids_stay(database: Path) -> None:
    async with sitting(database) as service:
        before = await leave_when(
            service,
            choices("taboo", seat="WordGuesser", practice=True, aids=(), partner=["human:Bob"]),
            asked,
        )
        plan = await service.plan_same_task(before.live.id, language="it")
        live = await service.start(plan)
        one, two = stored(database, before.live.id), stored(database, live.id)
        assert (one.summary.language, two.summary.language) == ("en", "it")
        assert two.texts == service.catalogue.packs("taboo")["it"].texts
        assert two.instance.task_key == one.instance.task_key
        assert two.condition == {**one.condition, "prompt_language": "it"}
        assert [seat.player for seat in two.summary.seats] == ["human", "human"]
        assert two.summary.people == one.summary.people == ("Bob", "Ann")


async def test_a_language_that_the_task_is_not_in(database: Path) -> None:
    async with sitting(database) as service:
        before = await leave_when(service, choices("wordle"), asked)
        with pytest.raises(PlayError, match="cannot be played in 'it'"):
            await service.plan_same_task(before.live.id, language="it")


async def test_a_script_that_does_not_speak_it_is_found_out_before(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with sitting(database) as service:
        before = await leave_when(service, choices("taboo"), asked)
        reject_language(monkeypatch, before.live.game, "it")
        assert unscripted_seats(await service.plan_same_task(before.live.id, language="de")) == ()
        plan = await service.plan_same_task(before.live.id, language="it")
        assert [seat.name for seat in unscripted_seats(plan)] == ["Player 2"]
        other = await service.plan_same_task(before.live.id, language="it", partner="human:Bob")
        assert unscripted_seats(other) == ()


async def again_in(
    service: PlayService, episode: str, language: str, *, seat: str | None = None, person: str = ""
) -> LiveEpisode:
    plan = await service.plan_same_task(episode, language=language, seat=seat, person=person)
    return await service.start(plan)


async def test_another_language_is_a_repetition_for_who_played(database: Path) -> None:
    """It is one in exposures, the view of human baselines, the episode list and its filter."""
    async with sitting(database) as service:
        english = (await play(service, choices("taboo"))).live.id
        again = await again_in(service, english, "it")
        italian = again.id
        other = (await leave_when(service, choices("taboo", game_id=1), asked)).live.id
        ben = (
            await leave_when(
                service, choices("taboo", person="Ben", partner=["human:Cy"], language="it"), asked
            )
        ).live.id
        with Reader(database) as reader:
            ann = next(each for each in reader.people() if each.pseudonym == "Ann")
            met = reader.exposures(ann.id, stored(database, english).summary.task_key)
        assert [(e.kind, e.episode) for e in met] == [("played", english), ("played", italian)]
        history = History(service)
        pages = {
            line: {each.id for each in await history.page(HistoryFilter.parse(line).where)}
            for line in ("repeats:yes", "repeats:no", "repeats:no language:it")
        }
        assert pages == {
            "repeats:yes": {italian},
            "repeats:no": {english, other, ben},
            "repeats:no language:it": {ben},
        }
        every = await history.page(HistoryFilter.parse("").where)
        assert {each.id for each in every if each.repeated} == {italian}
        again.control(GiveUp("Player 1"))
        await again.play()
    rows = sqlite3.connect(database).execute(
        """SELECT language, first_exposure FROM human_episodes
        WHERE pseudonym = 'Ann' AND state = 'finished' ORDER BY 1"""
    )
    assert rows.fetchall() == [("en", 1), ("it", 0)]


async def test_who_only_watched_or_saw_the_solution_has_met_it_too(database: Path) -> None:
    async with sitting(database) as service:
        watched = (await play(service, choices("taboo", seat=OBSERVER))).live.id
        played = await again_in(service, watched, "it", seat="Player 1", person="Ann")
        assert not stored(database, watched).summary.repeated
        assert stored(database, played.id).summary.repeated
