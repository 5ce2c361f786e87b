"""Our reader of source catalogues gives the same result as Babel's."""

from __future__ import annotations

from gettext import GNUTranslations
from io import BytesIO

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from hypothesis import given
from hypothesis import strategies as st

from clemtui.language.catalogues import available_languages, bundled_locales
from clemtui.language.po import CatalogueSyntaxError, translations


def by_babel(source: bytes, locale: str) -> dict[object, object]:
    """Return the translations of a catalogue compiled by Babel."""
    compiled = BytesIO()
    write_mo(
        compiled, read_po(BytesIO(source), locale=locale.replace("-", "_"), abort_invalid=True)
    )
    compiled.seek(0)
    return said(GNUTranslations(compiled))


def said(found: GNUTranslations) -> dict[object, object]:
    """Return all translations, and the plural form chosen for each count.

    The header, which is not a message, is left out because Babel adds to it.
    """
    messages = {key: text for key, text in vars(found)["_catalog"].items() if key != ""}
    return {**messages, "plurals": [vars(found)["plural"](count) for count in range(200)]}


@pytest.mark.parametrize("language", available_languages())
def test_our_own_catalogues_read_as_babel_compiles_them(language: str) -> None:
    source = bundled_locales() / language / "LC_MESSAGES" / "ui.po"
    content = source.read_bytes()
    found = translations(content.decode())
    assert said(found) == by_babel(content, language)
    assert len(said(found)) > 100


TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1)


@given(st.dictionaries(TEXT, TEXT | st.just("") | st.tuples(TEXT, TEXT, TEXT)))
def test_whatever_babel_writes(messages: dict[str, str | tuple[str, str, str]]) -> None:
    """Includes quotes, backslashes, controls and line ends; untranslated entries are skipped."""
    catalogue = Catalog(locale="de", project="clemtui", version="1")
    for message, text in messages.items():
        if isinstance(text, str):
            catalogue.add(message, text)
        else:
            catalogue.add((message, text[0]), text[1:])
    written = BytesIO()
    write_po(written, catalogue, width=60)
    content = written.getvalue()
    assert said(translations(content.decode())) == by_babel(content, "de")


HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'


def test_what_is_doubtful_is_not_said() -> None:
    found = translations(
        HEAD + '#, fuzzy\nmsgid "Yes"\nmsgstr "Nein"\n\n#~ msgid "Old"\n#~ msgstr "Alt"\n\n'
        'msgid "No"\nmsgstr ""\n'
    )
    assert [found.gettext(word) for word in ("Yes", "Old", "No")] == ["Yes", "Old", "No"]


@pytest.mark.parametrize(
    "lines", ["msgid Yes", '"Yes"', 'msgctxt "a"\nmsgid "b"\nmsgstr "c"', 'msgid "a"\nmsgid "b"']
)
def test_what_is_no_catalogue(lines: str) -> None:
    with pytest.raises(CatalogueSyntaxError):
        translations(HEAD + lines)
