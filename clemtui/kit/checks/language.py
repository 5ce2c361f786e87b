"""Checks of language packs: prompts can be rendered, labels have words."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from clemtui.engine import COMMON_LABELS, Form, Label, RecordingTexts, Texts, placeholders
from clemtui.kit.plays import all_plays, start, submit
from clemtui.kit.subject import Language, Subject, never_raises, require
from clemtui.kit.values import random_values

_OF_EVERY_GAME = ("title", "summary", "rules")


def prompts(subject: Subject) -> None:
    """Check the prompts of every pack.

    All packs have the same entries with the same placeholders, and render each prompt the game uses
    with the values the game supplies.
    """
    for language, other in subject.languages.items():
        _agree(subject.texts, other.texts, language, other.any_number)
        if not other.words:  # another wording of a language, without interface texts
            continue
        for name, words in _named_words(subject.languages):
            missing = sorted(words.keys() - other.words.keys())
            require(
                not missing, f"the pack {language!r} has no words for {missing}, but {name!r} has"
            )
    noting = RecordingTexts.of(subject.texts)
    for _ in all_plays(replace(subject, texts=noting)):
        pass
    for id, values in {each.id: each.values for each in noting.rendered}.items():
        for language, other in subject.languages.items():
            with never_raises(f"rendering the prompt {id!r} of the pack {language!r}"):
                text = other.texts.prompt(id, **values)
            rest = placeholders(text) - placeholders("".join(values.values()))
            require(
                not rest,
                f"the prompt {id!r} of the pack {language!r} leaves {sorted(rest)} unfilled",
            )


def _named_words(languages: Mapping[str, Language]) -> Iterator[tuple[str, Mapping[str, str]]]:
    for name, language in languages.items():
        yield name, language.words


def _agree(one: Texts, two: Texts, language: str, free: frozenset[str]) -> None:
    tables: tuple[tuple[str, Mapping[str, Any], Mapping[str, Any]], ...] = (
        ("prompts", one.prompts, two.prompts),
        ("tags", one.tags, two.tags),
        ("options", one.options, two.options),
    )
    for table, mine, theirs in tables:
        alone = sorted(mine.keys() ^ theirs.keys())
        require(not alone, f"{table} {alone} are in only one of {one.language!r} and {language!r}")
        empty = sorted(id for id, entry in theirs.items() if not entry)
        require(not empty, f"{table} {empty} of the pack {language!r} are empty")
    for id, template in one.prompts.items():
        same = placeholders(template) == placeholders(two.prompts[id])
        require(same, f"the prompt {id!r} has different placeholders in {language!r}")
    for id, options in one.options.items():
        same = id in free or len(options) == len(two.options[id])
        require(same, f"the pack {language!r} has a different number of options {id!r}")
    for id, options in two.options.items():
        twice = len(set(options)) < len(options)
        require(not twice, f"the pack {language!r} lists an option of {id!r} twice")


def labels(subject: Subject) -> None:
    """Check that every label shown to people has words with matching placeholders in every pack."""
    game = subject.game.card.id
    worded = {language: pack for language, pack in subject.languages.items() if pack.words}
    for language, pack in worded.items():
        for id in _of_the_game(subject):
            there = f"{game}.{id}" in pack.words
            require(there, f"the pack {language!r} has no words for '{game}.{id}'")
    for used in _used_labels(subject):
        for language, pack in worded.items():
            words = pack.words.get(used.id)
            if words is None:
                common = COMMON_LABELS.get(used.id)
                known = common is not None
                require(known, f"the pack {language!r} has no words for the label {used.id!r}")
                wanted = common or frozenset()
            else:
                wanted = placeholders(words)
            fit = wanted == used.values.keys()
            require(
                fit,
                f"the label {used.id!r} has values {sorted(used.values)}, but the pack "
                f"{language!r} has placeholders {sorted(wanted)}",
            )


def _of_the_game(subject: Subject) -> Iterator[str]:
    """Yield the labels that the front ends use of every game.

    These are its title, rules, roles and aids, and its comprehension questions.
    """
    yield from _OF_EVERY_GAME
    for seat in subject.game.card.seats:
        yield f"role.{seat.role}"
    for aid in subject.game.card.aids:
        yield f"aid.{aid}"
    for question in subject.game.card.comprehension:
        yield from question.labels


def _used_labels(subject: Subject) -> Iterator[Label]:
    rng = random.Random("labels")
    for entries in all_plays(subject):
        master = start(subject)
        for entry in (*entries, None):
            for watcher in subject.watchers:
                yield from _labels(master.view(watcher))
            for request in master.pending():
                yield from _labels(request.form)
                if request.form is not None:
                    yield from _hinted(request.form, master.view(request.seat), rng)
            if entry is not None:
                submit(master, entry)
        yield from _labels(tuple(master.events))


def _hinted(form: Form, view: Any, rng: random.Random) -> Iterator[Label]:
    for _ in range(5):
        with never_raises("check()"):
            yield from _labels(form.check(random_values(form, rng), view))


def _labels(value: Any) -> Iterator[Label]:
    if isinstance(value, Label):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _labels(item)
    elif is_dataclass(value):
        for f in fields(value):
            yield from _labels(getattr(value, f.name))
