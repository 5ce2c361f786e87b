"""Check the catalogues of the interface, for their translators."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError

from clemtui.episode.errors import PlayError
from clemtui.language import UnknownLanguage, shorten
from clemtui.language.catalogues import DOMAIN, bundled_locales
from clemtui.language.extraction import NotExtractable
from clemtui.language.po import compiled
from clemtui.language.update import (
    extract_catalogue,
    is_translated,
    read_catalogue,
    translation_problems,
    write_catalogue,
    wrong_plurals,
)
from clemtui.resources import bundled_collection

_SHOWN = 60
"""Number of characters to quote of a sentence."""


@dataclass(frozen=True, slots=True)
class InterfaceFinding:
    """A problem in a catalogue of the interface.

    Attributes:
        messages: the sentences concerned, in English.
    """

    kind: Literal["unreadable", "untranslated", "fuzzy", "wrong"]
    what: str
    remedy: str
    messages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Compiled:
    """The result of compiling a source catalogue.

    Attributes:
        mistakes: why it was not compiled; empty if it was.
        translated: how many of its ``messages`` are translated.
    """

    source: Path
    mistakes: tuple[str, ...]
    translated: int
    messages: int

    @property
    def target(self) -> Path:
        """The compiled file."""
        return self.source.with_suffix(".mo")


def checkout() -> Path:
    """Return the checkout that the program runs from.

    Raises:
        PlayError: if it is an installation, which has no source catalogues.
    """
    root = bundled_collection()
    if not (root / "babel.cfg").is_file():
        raise PlayError(
            "the interface can only be translated in a checkout of clemtui's repository, not "
            "in an installation"
        )
    return root


def write_template(path: Path | None) -> tuple[Path, int]:
    """Write all sentences of the interface as a template. Returns its path and their number.

    Raises:
        PlayError: if there is no checkout, or a sentence of the program cannot be extracted.
    """
    root = checkout()
    try:
        template = extract_catalogue(root)
    except (NotExtractable, SyntaxError) as error:
        raise PlayError(f"nothing was written: {error}") from None
    target = root / "locales" / f"{DOMAIN}.pot" if path is None else path
    target.write_bytes(write_catalogue(template))
    return target, len(template)


def compile_interface() -> Iterator[Compiled]:
    """Compile every source catalogue without mistakes.

    Raises:
        PlayError: if there is no checkout.
    """
    checkout()
    for source in interface_files():
        mistakes = tuple(
            each.what for each in check_interface(source) if each.kind in ("unreadable", "wrong")
        )
        if mistakes:
            yield Compiled(source, mistakes, 0, 0)
            continue
        catalogue = read_catalogue(source)
        messages = [message for message in catalogue if message.id]
        for each in messages:
            if not is_translated(each):
                each.string = ""  # else Babel compiles the English plural forms for missing ones
        with source.with_suffix(".mo").open("wb") as file:
            write_mo(file, catalogue)
        done = sum(is_translated(each) and not each.fuzzy for each in messages)
        yield Compiled(source, (), done, len(messages))


def interface_files(languages: Sequence[str] = ()) -> tuple[Path, ...]:
    """Return the source catalogues of the interface, or those of some languages.

    An installed program has none, only compiled ones.
    """
    files = sorted(bundled_locales().glob(f"*/LC_MESSAGES/{DOMAIN}.po"))
    return tuple(path for path in files if not languages or path.parts[-3] in languages)


def check_interface(path: Path) -> tuple[InterfaceFinding, ...]:
    """Check a source catalogue.

    Finds sentences with no or an unconfirmed translation, placeholders that differ from the
    English, and wrong plural forms.
    """
    try:
        return tuple(_findings(path))
    except (PoFileError, UnknownLanguage, ValueError, OSError) as error:
        return (InterfaceFinding("unreadable", f"cannot be read: {error}", "fix the file"),)


def _findings(path: Path) -> Iterator[InterfaceFinding]:
    compiled(path.read_text("utf-8"))  # raises on lines that Babel accepts but the program does not
    catalogue = read_catalogue(path, strict=True)
    for what in wrong_plurals(catalogue):
        yield InterfaceFinding("wrong", what, "run 'clemtui languages update'")
    messages = [message for message in catalogue if message.id]
    open_ones = [_named(each.id) for each in messages if not is_translated(each)]
    fuzzy = [_named(each.id) for each in messages if is_translated(each) and each.fuzzy]
    if open_ones:
        what = f"not translated: {len(open_ones)} of {len(messages)} sentences"
        remedy = f"translate them; the first is {_beginning(open_ones[0])}"
        yield InterfaceFinding("untranslated", what, remedy, tuple(open_ones))
    if fuzzy:
        what = f"marked as fuzzy: {len(fuzzy)} of {len(messages)} sentences"
        remedy = f"fix each and remove the mark; the first is {_beginning(fuzzy[0])}"
        yield InterfaceFinding("fuzzy", what, remedy, tuple(fuzzy))
    for message in messages:
        if is_translated(message) and not message.fuzzy:
            for what in translation_problems(message, catalogue):
                remedy = "fix the translation"
                yield InterfaceFinding("wrong", what, remedy, (_named(message.id),))


def _named(id: str | Sequence[str]) -> str:
    return id if isinstance(id, str) else id[0]


def _beginning(message: str) -> str:
    return repr(shorten(message, _SHOWN, len))
