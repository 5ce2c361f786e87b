"""The same task in other prompt languages, and the players that speak them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from clemtui.catalogue import Catalogue
from clemtui.engine import Game, Instance, Seat, Texts, base_language
from clemtui.episode.planning.casting import unscripted
from clemtui.episode.planning.plan import EpisodePlan
from clemtui.language import Interface, Localised, native_name, translatable

_OWN_PROMPTS = translatable("This instance has its own prompts, in one language only.")
_OWN_WORDS = translatable(
    "This task exists in no other language: its words are specific to its language."
)
_NO_WORD = translatable("{language} has no word for it ({reason}).")
_ONE_PACK = translatable("This game has no other language pack.")

_FROM_SEED = re.compile("seed ([0-9]+)")


@dataclass(frozen=True, slots=True)
class SameTask:
    """A task in one prompt language.

    Attributes:
        instance: the same instance if the task has no language, else the instance of the same task
            in this language.
        texts: the texts of the language pack.
    """

    instance: Instance
    texts: Texts

    @property
    def language(self) -> str:
        """Language of the prompts, as a BCP 47 tag."""
        return self.texts.language

    @property
    def reviewed(self) -> bool:
        """Whether a native speaker has reviewed the prompts."""
        return is_reviewed(self.texts)


def is_reviewed(texts: Texts) -> bool:
    """Whether a native speaker has reviewed the texts, according to their card."""
    return bool(str(texts.card.get("reviewed_by", "")).strip())


def other_languages(
    catalogue: Catalogue, instance: Instance, language: str, wanted: str | None = None
) -> tuple[SameTask, ...]:
    """Return a task in every other prompt language that has it, by tag, or in ``wanted`` only.

    A task without a language can be played with any pack. A task with a language can be played in
    another if that has an instance with the same task key: a bundled one, or, for a generated
    instance, one generated from the same seed. Instances with their own prompts have only their own
    language.

    Raises:
        CatalogueError: if the game is not available.
    """
    game = catalogue.game(instance.game)
    if game.texts(instance) is not None:
        return ()
    packs = catalogue.packs(game.card.family)
    tags = [tag for tag in sorted(packs) if tag != language and wanted in (None, tag)]
    here = _by_language(catalogue, game, instance, {base_language(tag) for tag in tags})
    same = {tag: here.get(None) or here.get(base_language(tag)) for tag in tags}
    return tuple(SameTask(each, packs[tag].texts) for tag, each in same.items() if each is not None)


def languages_without_word(catalogue: Catalogue, instance: Instance) -> Mapping[str, str]:
    """Return the languages that have no word for a task, by tag, with the reason in English.

    Raises:
        CatalogueError: if the game is not available.
    """
    if instance.language is None or not instance.task:
        return {}
    tags = {base_language(tag) for tag in catalogue.tags(catalogue.game(instance.game).card.family)}
    return {
        tag: each.reason
        for tag in sorted(tags)
        for experiment in catalogue.experiments(instance.game, tag)
        for each in experiment.without
        if each.task == instance.task
    }


def missing_word_sentences(without: Mapping[str, str], ui: Interface) -> list[Localised]:
    """Return a sentence for each language that has no word for a task."""
    return [
        ui.text(_NO_WORD, language=ui.language_name(tag), reason=reason)
        for tag, reason in without.items()
    ]


def single_language_reason(instance: Instance) -> str:
    """Return why a task exists in no other language, as a sentence marked as translatable."""
    if instance.origin == "official":
        return _OWN_PROMPTS
    return _ONE_PACK if instance.language is None else _OWN_WORDS


def unscripted_seats(plan: EpisodePlan) -> tuple[Seat, ...]:
    """Return the seats of a plan whose scripted players do not speak its language. May be slow."""
    scripted = (each.seat for each in plan.seats if each.kind == "scripted")
    return unscripted(plan.game, plan.texts.language, scripted)


def language_names(tags: Iterable[str], ui: Interface) -> dict[str, str]:
    """Return the names of languages by tag, each in the interface language and in itself.

    Sorted by name, with variants of a language last.
    """
    named = {tag: str(ui.language_name(tag)) for tag in tags}
    ordered = sorted(named, key=lambda tag: (base_language(tag) != tag, named[tag].casefold()))
    return {tag: _both(named[tag], tag, ui) for tag in ordered}


def language_options(tasks: Sequence[SameTask], ui: Interface) -> list[tuple[str, str]]:
    """Return the languages of a task with their names.

    Unreviewed languages are marked if others have been reviewed.
    """
    named = language_names([task.language for task in tasks], ui)
    mixed = any(task.reviewed for task in tasks)
    for task in tasks if mixed else ():
        if not task.reviewed:
            name = Localised(named[task.language])
            named[task.language] = ui.text("{language}, not yet reviewed", language=name)
    return list(named.items())


def _both(here: str, tag: str, ui: Interface) -> str:
    itself = native_name(tag)
    if base_language(tag) != tag or itself.casefold() == here.casefold():
        return here
    return str(ui.text("{here} · {itself}", here=here, itself=itself))


def _by_language(
    catalogue: Catalogue, game: Game, instance: Instance, languages: Iterable[str]
) -> Mapping[str | None, Instance]:
    """Return the instances of a task by language; one without a language is returned alone."""
    if instance.language is None:
        return {None: instance}
    found: dict[str | None, Instance] = {instance.language: instance}
    if not instance.task:  # no instance of another language can be the same
        return found
    for language in sorted(set(languages) - found.keys()):
        same = _bundled(catalogue, game, language, instance.task_key)
        if same:
            found[language] = min(same, key=lambda each: _distance(each, instance))
    seed = _FROM_SEED.fullmatch(instance.source) if instance.origin == "generated" else None
    if seed is not None:
        for language in sorted(set(languages) - found.keys()):
            made = _made(game, language, int(seed[1]))
            if made is not None and made.task_key == instance.task_key:
                found[language] = made
    return found


def _bundled(catalogue: Catalogue, game: Game, language: str, task: str) -> list[Instance]:
    return [
        instance
        for experiment in catalogue.experiments(game.card.id, language)
        for instance in experiment.instances
        if instance.task_key == task
    ]


def _distance(one: Instance, other: Instance) -> int:
    """Return 0 for the same place in a file, 1 for the same experiment, else 2."""
    if one.experiment != other.experiment:
        return 2
    return int(one.game_id != other.game_id)


def _made(game: Game, language: str, seed: int) -> Instance | None:
    try:
        return game.generate(language, seed)
    except LookupError:
        return None
