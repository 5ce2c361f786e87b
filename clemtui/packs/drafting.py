"""Draft new packs, and new entries in existing ones, with the English beside empty places.

A pack with an empty entry is not available, so half-translated packs are never played. Labels of
the interface start as comments: missing ones are shown in English.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path

from clemtui.catalogue.errors import file_error
from clemtui.catalogue.packs import SOURCE_LANGUAGE, Pack
from clemtui.engine import POLICIES, base_language
from clemtui.packs.text import CannotEdit, add_lines, comment, key, listed, quoted

_HEAD = """\
A language pack of {family}, made from the English one. Fill in the card, translate below each
comment, and tick in [states] what your prompts state. Then:
    clemtui languages check {language} --family {family}
    clemtui languages stamp {name}
See docs/languages.md."""

_PARAPHRASE = """\
A paraphrase of the English pack of {family}: the same constraints in different words. Keep tags
and options unchanged, unless they are sentences sent to a player. Then:
    clemtui languages check {language} --family {family}
    clemtui languages stamp {name}
See docs/languages.md."""

_WORDS_ALONE = """\
Labels of {family} for people, made from the English pack; its games cannot be played in this
language. Fill in the card and translate the labels. Then:
    clemtui languages check {language} --family {family}
See docs/languages.md."""

_CARD = (
    ("version", "1", ""),
    ("translator", "", "who made it"),
    ("method", "", "how, e.g. translated by hand; whether a machine helped"),
    ("reviewed_by", "", "the native speaker who reviewed it; empty until then"),
    ("date", "", "e.g. 2026-01-31"),
)


def draft(source: Path, language: str, policy: str) -> str:
    """Draft a new pack for a language from the English one at ``source``.

    Raises:
        CatalogueError: if that cannot be read.
    """
    english = Pack.read(source.stem, source)
    keep = _keeps_its_tags(language)
    policies = comment(f"How text is read (docs/contract.md), one of: {', '.join(POLICIES)}")
    parts = [
        _head(_PARAPHRASE if keep else _HEAD, english, language),
        [*policies, _row("policy", policy)],
        _card(english, language),
    ]
    for table in ("tags", "options", "prompts"):
        entries: dict[str, object] = dict(getattr(english.file, table))
        if entries:
            rows = (line for id in entries for line in _entry(english, table, id, keep=keep))
            parts.append([f"[{table}]", *rows])
    if english.file.constraints:
        parts.append(["[states]", *_states(english, english.file.constraints)])
    if english.words and language == base_language(language):
        parts.append(["[interface]", *_words(english, english.words)])
    return _joined(parts)


def draft_words(source: Path, language: str) -> str:
    """Draft a new pack with labels for people only, from the English one at ``source``.

    Raises:
        CatalogueError: if that cannot be read.
    """
    english = Pack.read(source.stem, source)
    parts = [
        _head(_WORDS_ALONE, english, language),
        ["interface_only = true"],
        _card(english, language),
        ["[interface]", *_words(english, english.words)],
    ]
    return _joined(parts)


def _joined(parts: Iterable[Iterable[str]]) -> str:
    """Join the parts of a file, each given as lines, with empty lines between them."""
    text = "\n\n".join("\n".join(lines) for lines in parts)
    return text.replace("\n\n\n", "\n\n") + "\n"


def _keeps_its_tags(language: str) -> bool:
    """Whether a language is a paraphrase of English, which keeps the English tags and options."""
    return language != base_language(language) == SOURCE_LANGUAGE


def add_missing(path: Path) -> tuple[str, tuple[str, ...]]:
    """Add empty places for entries that a pack lacks. Returns its text and the entries added.

    Existing text is not changed.

    Raises:
        CatalogueError: if a pack cannot be read, or its format does not allow additions.
    """
    source = path.parent.parent / SOURCE_LANGUAGE / path.name
    english, pack = Pack.read(path.stem, source), Pack.read(path.stem, path)
    text, added = path.read_bytes().decode(), list[str]()
    for table, missing, lines in _missing(pack, english, text.splitlines()):
        try:
            text = add_lines(text, table, lines)
        except CannotEdit as error:
            raise file_error(path, str(error)) from None
        added += [f"{table}.{id}" for id in missing]
    return text, tuple(added)


def _missing(
    pack: Pack, english: Pack, there: Sequence[str]
) -> Iterator[tuple[str, list[str], Iterator[str]]]:
    """Yield, for each table that lacks entries, its name, the missing ids, and lines to add.

    ``there`` are the lines of the pack, in which entries may be commented out.
    """
    if not pack.interface_only:
        keep = _keeps_its_tags(pack.language)
        for table in ("tags", "options", "prompts"):
            mine, theirs = getattr(pack.file, table), getattr(english.file, table)
            if missing := [id for id in theirs if id not in mine]:
                entries = (_entry(english, table, id, keep=keep) for id in missing)
                yield table, missing, chain.from_iterable(entries)
        if unticked := [id for id in english.file.constraints if id not in pack.file.states]:
            yield "states", unticked, _states(english, unticked)
    if not pack.is_paraphrase:
        begun = {
            id for id in english.words if any(x.startswith(_commented_label(id)) for x in there)
        }
        if new := [id for id in english.words if id not in pack.words and id not in begun]:
            yield "interface", new, _words(english, new)


def _head(advice: str, english: Pack, language: str) -> list[str]:
    name = f"locales/{language}/{english.path.name}"
    said = advice.format(family=english.family, language=language, name=name)
    return [f"# {line}".rstrip() for line in said.split("\n")]


def _card(english: Pack, language: str) -> Iterator[str]:
    yield "[card]"
    yield _row("language", language)
    for name, value, advice in _CARD:
        yield _row(name, value) + (f"  # {advice}" if advice else "")
    yield _row("source_version", english.file.card.version)
    yield _row("licence", english.file.card.licence)
    yield _row("notes", "") + "  # what a reviewer should check first"


def _entry(english: Pack, table: str, id: str, *, keep: bool) -> Iterator[str]:
    """Yield an entry for a translator: the English one as a comment, and an empty one.

    With ``keep``, for a paraphrase of English, a tag or option is copied instead.
    """
    entry = getattr(english.file, table)[id]
    if table == "prompts":
        yield ""
        yield from comment(entry, margin="#   ")
        yield f"{key(id)} = {quoted('')}"
        return
    value = quoted(entry) if isinstance(entry, str) else listed(entry)
    if keep:
        yield f"{key(id)} = {value}"
        return
    yield from comment(f"{key(id)} = {value}")
    blank = quoted("") if isinstance(entry, str) else listed("" for _ in entry)
    yield f"{key(id)} = {blank}"


def _states(english: Pack, prompts: Iterable[str]) -> Iterator[str]:
    """Yield the constraints that each prompt may state, all unticked."""
    yield "# Remove the # before each one that your prompt states."
    for id in prompts:
        yield f"{key(id)} = ["
        for name, constraint in english.file.constraints[id].items():
            yield from comment(constraint, margin="    #   ")
            yield f"    # {quoted(name)},"
        yield "]"


def _words(english: Pack, ids: Iterable[str]) -> Iterator[str]:
    """Yield labels for people, each commented out."""
    yield "# Remove the # before each and translate it; untranslated texts are shown in English."
    for id in ids:
        yield f"{_commented_label(id)} = {quoted(english.words[id])}"


def _commented_label(id: str) -> str:
    """Return how the line of an untranslated label starts."""
    return f"# {quoted(id)}"


def _row(name: str, value: str) -> str:
    return f"{key(name)} = {quoted(value)}"
