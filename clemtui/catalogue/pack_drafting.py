"""The beginning of a new pack, and of new entries in an old one: the English beside empty places.

An entry that is empty keeps a pack from being offered, so nobody plays with a half-translated one.
Words of the interface begin as comments: where they are missing, people see the English ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import tomli

from clemtui.catalogue.errors import in_file
from clemtui.catalogue.pack_text import comment, key, listed, quoted, with_lines
from clemtui.catalogue.packs import Pack
from clemtui.engine import POLICIES, base_language

_HEAD = """\
A language pack of {family}, made from the English one. Fill in the card, translate below each
comment, and tick in [states] what your prompts state. Then:
    clemtui languages check {language} --family {family}
    clemtui languages stamp {name}
docs/languages.md says more."""

_PARAPHRASE = """\
Another wording of the English pack of {family}: the same constraints in other words. Tags and
options stay as they are, unless they are sentences that a player is sent. Then:
    clemtui languages check {language} --family {family}
    clemtui languages stamp {name}
docs/languages.md says more."""

_CARD = (
    ("version", "1", ""),
    ("translator", "", "who made it"),
    ("method", "", "how, e.g. translated by hand; whether a machine helped"),
    ("reviewed_by", "", "a native speaker who has reviewed it; empty while there is none"),
    ("date", "", "e.g. 2026-01-31"),
)


def draft(source: Path, language: str, policy: str) -> str:
    """A new pack for the language, made from the English one at ``source``.

    Raises:
        CatalogueError: if that cannot be read.
    """
    english = Pack.read(source.stem, source)
    rewritten = language != base_language(language)
    head = _PARAPHRASE if rewritten else _HEAD
    name = f"locales/{language}/{source.name}"
    head = head.format(family=english.family, language=language, name=name)
    tables = [
        "\n".join(f"# {line}".rstrip() for line in head.split("\n")),
        "\n".join(
            [
                *comment(f"How text is read (docs/contract.md), one of: {', '.join(POLICIES)}"),
                _row("policy", policy),
            ]
        ),
        "\n".join(_card(english, language)),
    ]
    for table in ("tags", "options", "prompts"):
        entries: dict[str, object] = dict(getattr(english.file, table))
        if entries:
            rows = [line for id in entries for line in _entry(english, table, id, keep=rewritten)]
            tables.append("\n".join([f"[{table}]", *rows]).replace("\n\n\n", "\n\n"))
    if english.file.constraints:
        tables.append("\n".join(["[states]", *_states(english, english.file.constraints)]))
    if english.words and not rewritten:
        tables.append("\n".join(["[interface]", *_words(english, english.words)]))
    return "\n\n".join(tables) + "\n"


def with_missing(path: Path) -> tuple[str, tuple[str, ...]]:
    """The text of a pack with empty places for what it lacks of the English one, and what that is.

    Nothing that is there changes; this is made sure of before anything is returned.

    Raises:
        CatalogueError: if a pack cannot be read, or the places cannot be found.
    """
    source = path.parent.parent / "en" / path.name
    english, pack = Pack.read(path.stem, source), Pack.read(path.stem, path)
    text, added = path.read_text("utf-8"), list[str]()
    for table in ("tags", "options", "prompts"):
        mine, theirs = getattr(pack.file, table), getattr(english.file, table)
        missing = [id for id in theirs if id not in mine]
        rows = [
            line for id in missing for line in _entry(english, table, id, keep=pack.is_paraphrase)
        ]
        text = with_lines(text, table, rows) if rows else text
        added += [f"{table}.{id}" for id in missing]
    unticked = [id for id in english.file.constraints if id not in pack.file.states]
    text = with_lines(text, "states", _states(english, unticked)) if unticked else text
    added += [f"states.{id}" for id in unticked]
    if not pack.is_paraphrase:
        lines = text.splitlines()
        missing = [
            id
            for id in english.words
            if id not in pack.words and not any(line.startswith(_later(id)) for line in lines)
        ]
        text = with_lines(text, "interface", _words(english, missing)) if missing else text
        added += [f"interface.{id}" for id in missing]
    _make_sure(path, text, added)
    return text, tuple(added)


def _make_sure(path: Path, text: str, added: list[str]) -> None:
    """See that the text is what the file has, with no more than was added.

    Raises:
        CatalogueError: it is not.
    """
    before = tomli.loads(path.read_text("utf-8"))
    try:
        after = tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        raise in_file(path, f"cannot be added to by a program ({error}); do it by hand") from None
    for id in added:
        table, _, name = id.partition(".")
        after.get(table, {}).pop(name, None)
        if table in after and not after[table] and table not in before:
            del after[table]
    if after != before:
        raise in_file(path, "cannot be added to by a program; do it by hand")


def _card(english: Pack, language: str) -> Iterator[str]:
    yield "[card]"
    yield _row("language", language)
    for name, value, advice in _CARD:
        yield _row(name, value) + (f"  # {advice}" if advice else "")
    yield _row("source_version", english.file.card.version)
    yield _row("licence", english.file.card.licence)
    yield _row("notes", "") + "  # what a reviewer should look at first"


def _entry(english: Pack, table: str, id: str, *, keep: bool) -> Iterator[str]:
    """An entry for a translator: the English one in a comment, and an empty one; or, for another
    wording in English, the tag or option as it is."""
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
    """For each prompt what it may state, unticked."""
    yield "# Take away the # before each that your prompt states."
    for id in prompts:
        yield f"{key(id)} = ["
        for name, constraint in english.file.constraints[id].items():
            yield from comment(constraint, margin="    #   ")
            yield f"    # {quoted(name)},"
        yield "]"


def _words(english: Pack, ids: Iterable[str]) -> Iterator[str]:
    """Words for people, each a comment."""
    yield "# Take away the # before each and translate it; without it people see the English words."
    for id in ids:
        yield f"{_later(id)} = {quoted(english.words[id])}"


def _later(id: str) -> str:
    """How the line of a word begins that is not translated yet."""
    return f"# {quoted(id)}"


def _row(name: str, value: str) -> str:
    return f"{key(name)} = {quoted(value)}"
