"""Language packs: every prompt can be rendered in each, and every label has its words."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from clemtui.engine import COMMON_LABELS, Form, Label, RecordingTexts, Texts, placeholders
from clemtui.kit.plays import all_plays, start, submit
from clemtui.kit.subject import Language, Subject, demand, never_raises
from clemtui.kit.values import random_values

_OF_EVERY_GAME = ("title", "summary", "rules")


def prompts(subject: Subject) -> None:
    """Every pack has the entries of the others with the same placeholders, and renders each prompt
    that the game uses with the values that the game gives."""
    for language, other in subject.languages.items():
        _agree(subject.texts, other.texts, language, other.any_number)
        if not other.words:  # another wording of its language, without an interface
            continue
        for name, words in _named_words(subject.languages):
            missing = sorted(words.keys() - other.words.keys())
            demand(not missing, f"the pack {language!r} has no words for {missing}, {name!r} has")
    noting = RecordingTexts.of(subject.texts)
    for _ in all_plays(replace(subject, texts=noting)):
        pass
    for id, values in {each.id: each.values for each in noting.rendered}.items():
        for language, other in subject.languages.items():
            with never_raises(f"rendering the prompt {id!r} of the pack {language!r}"):
                text = other.texts.prompt(id, **values)
            rest = placeholders(text) - placeholders("".join(values.values()))
            demand(not rest, f"the prompt {id!r} of the pack {language!r} keeps {sorted(rest)}")


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
        demand(not alone, f"{table} {alone} are in {one.language!r} or {language!r} alone")
        empty = sorted(id for id, entry in theirs.items() if not entry)
        demand(not empty, f"{table} {empty} of the pack {language!r} are empty")
    for id, template in one.prompts.items():
        same = placeholders(template) == placeholders(two.prompts[id])
        demand(same, f"the prompt {id!r} has other placeholders in {language!r}")
    for id, options in one.options.items():
        same = id in free or len(options) == len(two.options[id])
        demand(same, f"the pack {language!r} has another number of options {id!r}")
    for id, options in two.options.items():
        twice = len(set(options)) < len(options)
        demand(not twice, f"the pack {language!r} has an option of {id!r} twice")


def labels(subject: Subject) -> None:
    """Every label that people may be shown has words with fitting placeholders in every pack."""
    game = subject.game.card.id
    worded = {language: pack for language, pack in subject.languages.items() if pack.words}
    for language, pack in worded.items():
        for id in _of_the_game(subject):
            there = f"{game}.{id}" in pack.words
            demand(there, f"the pack {language!r} has no words for '{game}.{id}'")
    for used in _used_labels(subject):
        for language, pack in worded.items():
            words = pack.words.get(used.id)
            if words is None:
                common = COMMON_LABELS.get(used.id)
                known = common is not None
                demand(known, f"the pack {language!r} has no words for the label {used.id!r}")
                wanted = common or frozenset()
            else:
                wanted = placeholders(words)
            fit = wanted == used.values.keys()
            demand(
                fit,
                f"the label {used.id!r} has values {sorted(used.values)}, but the pack "
                f"{language!r} has placeholders {sorted(wanted)}",
            )


def _of_the_game(subject: Subject) -> Iterator[str]:
    """What the fronts say of every game: its name and rules, its roles, and its aids."""
    yield from _OF_EVERY_GAME
    for seat in subject.game.card.seats:
        yield f"role.{seat.role}"
    for aid in subject.game.card.aids:
        yield f"aid.{aid}"


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
