"""``clemtui languages extract``, ``update`` and ``compile``: the interface of a checkout."""

from __future__ import annotations

import gettext
import shutil
from pathlib import Path

import pytest

from clemtui.language import Interface
from tests.support.calling import call
from tests.support.paths import ROOT


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small checkout with a screen, and catalogues in English and Brazilian Portuguese."""
    root = tmp_path / "checkout"
    (root / "clemtui").mkdir(parents=True)
    shutil.copy(ROOT / "babel.cfg", root)
    screen(root, 'ui.text("Play")\nui.plural("{n} game", "{n} games", n)')
    for language in ("en", "pt-BR"):
        po(root, language).parent.mkdir(parents=True)
        po(root, language).touch()
    for module in ("packs.interface", "language.catalogues"):
        monkeypatch.setattr(f"clemtui.{module}.bundled_collection", lambda: root)
    return root


def screen(root: Path, source: str) -> None:
    (root / "clemtui" / "screen.py").write_text(source, "utf-8")


def po(root: Path, language: str = "pt-BR") -> Path:
    return root / "locales" / language / "LC_MESSAGES" / "ui.po"


def translate(root: Path) -> None:
    text = po(root).read_text("utf-8")
    for message, translation in (
        ('msgid "Play"\nmsgstr "', "Jogar"),
        ('msgstr[0] "', "{n} jogo"),
        ('msgstr[1] "', "{n} jogos"),
    ):
        assert message + '"' in text
        text = text.replace(message, message + translation)
    po(root).write_text(text, "utf-8")


def test_a_template_has_every_sentence(checkout: Path, tmp_path: Path) -> None:
    called = call("languages", "extract")
    target = checkout / "locales" / "ui.pot"
    assert (called.code, called.out) == (0, f"{target}: 2 sentences\n")
    assert 'msgid "Play"\nmsgstr ""\n' in target.read_text("utf-8")
    named = tmp_path / "named.pot"
    assert call("languages", "extract", str(named)).code == 0
    assert named.read_bytes() == target.read_bytes()


def test_a_sentence_that_cannot_be_extracted_is_a_clear_error(checkout: Path) -> None:
    screen(checkout, 'ui.text(f"Play {game}")')
    called = call("languages", "extract")
    assert (called.code, "nothing was written: " in called.error) == (1, True)
    assert not (checkout / "locales" / "ui.pot").exists()


def test_catalogues_are_updated(checkout: Path) -> None:
    assert call("languages", "update", "--check").code == 1
    assert po(checkout).read_text("utf-8") == ""
    assert call("languages", "update").code == 0
    assert 'msgid "Play"\nmsgstr ""\n' in po(checkout).read_text("utf-8")
    assert "Portuguese (Brazil)" in po(checkout).read_text("utf-8")
    translate(checkout)
    assert call("languages", "update", "--check").code == 0


def test_catalogue_is_compiled_next_to_its_source(checkout: Path) -> None:
    call("languages", "update")
    translate(checkout)
    called = call("languages", "compile")
    target = po(checkout).with_suffix(".mo")
    assert called.code == 0
    assert f"{target}: 2 of 2 sentences" in called.out.splitlines()
    with target.open("rb") as file:
        made = gettext.GNUTranslations(file)
    assert made.gettext("Play") == "Jogar"
    assert made.ngettext("{n} game", "{n} games", 2) == "{n} jogos"
    po(checkout).unlink()
    for region in ("pt-BR", "pt-PT"):
        assert Interface(region, locales=checkout / "locales").text("Play") == "Jogar"


def test_untranslated_messages_are_not_compiled(checkout: Path) -> None:
    call("languages", "update")
    assert (
        f"{po(checkout).with_suffix('.mo')}: 0 of 2 sentences" in call("languages", "compile").out
    )
    with po(checkout).with_suffix(".mo").open("rb") as file:
        made = gettext.GNUTranslations(file)
    made.add_fallback(Other())
    assert made.ngettext("{n} game", "{n} games", 2) == "asked elsewhere"


class Other(gettext.NullTranslations):
    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return "asked elsewhere"


def test_a_catalogue_with_a_mistake_is_not_compiled(checkout: Path) -> None:
    call("languages", "update")
    translate(checkout)
    text = po(checkout).read_text("utf-8")
    po(checkout).write_text(text.replace("{n} jogos", "{m} jogos"), "utf-8")
    called = call("languages", "compile")
    assert called.code == 1
    assert f"{po(checkout)}: not compiled: '{{n}} game': placeholders" in called.out
    assert not po(checkout).with_suffix(".mo").exists()
    assert po(checkout, "en").with_suffix(".mo").exists()


@pytest.mark.parametrize("command", ["extract", "update", "compile"])
def test_a_collection_has_no_interface_of_its_own(command: str, checkout: Path) -> None:
    (checkout / "games").mkdir()
    called = call("languages", command, "--collection", str(checkout))
    assert called.code == 2
    assert "omit --collection" in called.error
    assert not po(checkout).with_suffix(".mo").exists()


@pytest.mark.parametrize("command", ["extract", "update", "compile"])
def test_an_installed_program_has_nothing_to_translate(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clemtui.packs.interface.bundled_collection", lambda: tmp_path)
    called = call("languages", command)
    assert called.code == 1
    assert called.error.endswith("not in an installation")
    assert list(tmp_path.rglob("*.po*")) == []
