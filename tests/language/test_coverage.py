"""The share of the interface that is translated, computed from a folder of catalogues."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from clemtui.language.coverage import interface_share

HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
ENGLISH = """\
msgid "Play"
msgstr "Play"

msgid "Stop"
msgstr "Stop"

msgid "{n} game"
msgid_plural "{n} games"
msgstr[0] "{n} game"
msgstr[1] "{n} games"

msgid "Wait"
msgstr "Wait"
"""
PORTUGUESE = """\
msgid "Play"
msgstr "Jogar"

#, fuzzy
msgid "Stop"
msgstr "Parar"

msgid "{n} game"
msgid_plural "{n} games"
msgstr[0] "{n} jogo"
msgstr[1] "{n} jogos"

msgid "Wait"
msgstr ""

msgid "Gone"
msgstr "Foi"
"""


@pytest.fixture
def locales(tmp_path: Path) -> Path:
    for tag, text in (("en", ENGLISH), ("pt-BR", PORTUGUESE)):
        folder = tmp_path / tag / "LC_MESSAGES"
        folder.mkdir(parents=True)
        (folder / "ui.po").write_text(HEAD + text, encoding="utf-8")
    return tmp_path


def test_what_is_translated_and_confirmed_counts(locales: Path) -> None:
    assert interface_share("en", locales) == 1
    assert interface_share("pt-BR", locales) == 0.5


def test_an_installation_has_compiled_catalogues_alone(locales: Path) -> None:
    for source in locales.glob("*/LC_MESSAGES/ui.po"):
        with source.open("rb") as file, source.with_suffix(".mo").open("wb") as made:
            write_mo(made, read_po(file))
        source.unlink()
    assert interface_share("pt-BR", locales) == 0.5


def test_a_language_without_a_catalogue_has_no_share(locales: Path) -> None:
    assert interface_share("de", locales) is None
