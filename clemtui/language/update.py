"""Bring the catalogues of the interface up to date with the strings in the source.

    python -m clemtui.language.update            extract, and write locales/*/LC_MESSAGES/ui.po
    python -m clemtui.language.update --check    write nothing; fail if anything is out of date

Works on the checkout that it is part of. New strings are added untranslated, or with a similar old
translation marked as fuzzy, which is not used until someone removes the mark. Strings that no
longer exist are dropped, and English is completed automatically. The same source gives the same
files everywhere: they are sorted and contain neither line numbers nor dates. To add a language,
start with an empty file ``locales/<tag>/LC_MESSAGES/ui.po``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from copy import deepcopy
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message, TranslationError
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po, write_po

from clemtui.language.catalogues import DOMAIN, SOURCE_LANGUAGE, parse_tag
from clemtui.language.extraction import COMMENT, NotExtractable, fields
from clemtui.language.sinks import say

ROOT = Path(__file__).resolve().parents[2]
# Lines that would change from day to day and between versions of Babel.
_UNSTABLE = (b'"POT-Creation-Date:', b'"PO-Revision-Date:', b'"Generated-By:')
# What Babel writes if no name was given.
_BLANKS = (b"EMAIL@ADDRESS", b"LL@li.org", b"clemtui VERSION")
_COUNT = frozenset({"n"})


def extract_catalogue(root: Path) -> Catalog:
    """Extract the strings in the source below `root`, as configured in its ``babel.cfg``.

    Raises:
        NotExtractable, SyntaxError: if a string, or a whole file, cannot be read.
    """
    template = Catalog(project="clemtui", charset="utf-8")
    with (root / "babel.cfg").open(encoding="utf-8") as file:
        methods, options = parse_mapping_cfg(file)  # type: ignore[no-untyped-call]
    found = extract_from_dir(root, methods, options, comment_tags=[COMMENT])
    for name, line, message, comments, context in found:
        template.add(message, None, [(name, line)], auto_comments=comments, context=context)
    return template


def read_catalogue(path: Path, *, strict: bool = False) -> Catalog:
    """Read a source catalogue; its folder gives the language.

    Raises:
        PoFileError: with ``strict``, if it is invalid (e.g. has too many plural forms).
    """
    locale = parse_tag(path.parts[-3])
    with path.open("rb") as file:
        return read_po(file, locale=locale, ignore_obsolete=True, abort_invalid=strict)


def write_catalogue(catalogue: Catalog) -> bytes:
    """Return the file content of a catalogue: sorted, without lines that change from day to day."""
    buffer = BytesIO()
    write_po(buffer, catalogue, width=100, no_location=True, sort_output=True)
    lines = buffer.getvalue().splitlines(keepends=True)
    return b"".join(
        line
        for line in lines
        if not line.startswith(_UNSTABLE) and not any(blank in line for blank in _BLANKS)
    )


def updated(path: Path, template: Catalog) -> bytes:
    """Return what the catalogue at `path` must contain, given the strings in the source."""
    catalogue = read_catalogue(path)
    locale = catalogue.locale
    assert locale is not None  # set by read_catalogue
    catalogue.update(deepcopy(template))  # else all languages would share its new messages
    catalogue.obsolete.clear()
    catalogue.fuzzy = False
    catalogue.project = template.project
    catalogue.header_comment = (
        f"# The interface of clemtui in {locale.english_name}.\n"
        "# Written by `python -m clemtui.language.update`; only translations are edited by hand."
    )
    if path.parts[-3] == SOURCE_LANGUAGE:
        for message in _messages(catalogue):
            message.string = message.id
            message.flags.discard("fuzzy")
    return write_catalogue(catalogue)


def problems(catalogue: Catalog) -> Iterator[str]:
    """Yield what is missing or wrong in a catalogue, one line each."""
    yield from wrong_plurals(catalogue)
    for message in _messages(catalogue):
        if not is_translated(message):
            yield f"{_name(message)} is not translated"
            continue
        if message.fuzzy:
            yield f"{_name(message)} has an unconfirmed translation (fuzzy)"
        yield from translation_problems(message, catalogue)


def wrong_plurals(catalogue: Catalog) -> Iterator[str]:
    """Check whether the plural forms of a catalogue are those of its language."""
    wanted = get_plural(catalogue.locale)
    if (catalogue.num_plurals, catalogue.plural_expr) != (wanted.num_plurals, wanted.plural_expr):
        yield f"Plural-Forms must be {wanted.plural_forms!r}"


def is_translated(message: Message) -> bool:
    """Whether a message has a translation in every plural form."""
    strings = _strings(message.string)
    return bool(strings) and all(strings)


def translation_problems(message: Message, catalogue: Catalog) -> Iterator[str]:
    """Yield what is wrong with a translation, one line each."""
    for error in message.check(catalogue):
        yield f"{_name(message)}: {error}"
    try:
        _check_placeholders(message, _strings(message.string))
    except (TranslationError, ValueError) as error:
        yield f"{_name(message)}: {error}"


def _name(message: Message) -> str:
    return repr(message.id if isinstance(message.id, str) else message.id[0])


def _check_placeholders(message: Message, strings: list[str]) -> None:
    wanted = frozenset[str]().union(*map(fields, _strings(message.id)))
    optional = _COUNT if message.pluralizable else frozenset[str]()  # "one episode", "no episode"
    for translation in strings:
        names = fields(translation)
        if not wanted - optional <= names <= wanted | optional:
            raise TranslationError(
                f"placeholders {sorted(wanted)} became {sorted(names)} in {translation!r}"
            )


def _strings(value: str | Sequence[str] | None) -> list[str]:
    return [value] if isinstance(value, str) else list(value or ())


def _messages(catalogue: Catalog) -> Iterator[Message]:
    return (message for message in catalogue if message.id)


def catalogue_files(root: Path) -> list[Path]:
    """Return the source catalogues of a checkout."""
    return sorted(root.glob(f"locales/*/LC_MESSAGES/{DOMAIN}.po"))


def main(arguments: list[str], root: Path = ROOT) -> int:
    """Update or check the catalogues. Returns the exit code."""
    if arguments not in ([], ["--check"]):
        say("usage: python -m clemtui.language.update [--check]", err=True)
        return 2
    if not (root / "babel.cfg").is_file():
        say("Catalogues can only be updated in a checkout.", err=True)
        return 2
    try:
        template = extract_catalogue(root)
    except (NotExtractable, SyntaxError) as error:
        say(f"Nothing was written: {error}", err=True)
        return 1
    todo = 0
    for path in catalogue_files(root):
        content = updated(path, template)
        fresh = content == path.read_bytes()
        if not fresh and not arguments:
            path.write_bytes(content)
            fresh = True
        found = list(problems(read_catalogue(path)))
        name = path.relative_to(root).as_posix()
        say(f"{name}: {len(template)} strings, {len(found)} problems")
        if not fresh:
            say("  not up to date: run python -m clemtui.language.update")
        for problem in found:
            say(f"  {problem}")
        todo += (not fresh) + len(found)
    return 1 if arguments and todo else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
