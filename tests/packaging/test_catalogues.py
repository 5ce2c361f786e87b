"""The build rejects an interface catalogue that would fail in use."""

from __future__ import annotations

from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

import pytest

from clemtui.language.po import compiled
from clemtui.resources import INSTALLED_FOLDER
from hatch_build import TARGET, collection_files, compile_catalogues

HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'


def write_catalogue(root: Path, language: str, entry: str) -> Path:
    """Write the interface catalogue of ``language`` with one entry; return its path."""
    path = root / "locales" / language / "LC_MESSAGES" / "ui.po"
    path.parent.mkdir(parents=True)
    path.write_text(HEADER + entry, encoding="utf-8")
    return path


def test_catalogue_is_compiled_next_to_its_source(tmp_path: Path) -> None:
    path = write_catalogue(tmp_path, "de", 'msgid "round"\nmsgstr "Runde"\n')
    assert compile_catalogues(tmp_path) == [path.with_suffix(".mo")]
    assert b"Runde" in path.with_suffix(".mo").read_bytes()


def test_a_lost_placeholder_stops_the_build(tmp_path: Path) -> None:
    entry = '#, python-format\nmsgid "round %(n)d"\nmsgstr "Runde %(m)d"\n'
    write_catalogue(tmp_path, "de", entry)
    with pytest.raises(ValueError, match=r"ui\.po.*round %\(n\)d"):
        compile_catalogues(tmp_path)


PLURALS = """\
msgid "{n} game"
msgid_plural "{n} games"
msgstr[0] "ein Spiel"
msgstr[1] ""

msgid "{n} word"
msgid_plural "{n} words"
msgstr[0] "ein Wort"
msgstr[1] "{n} Wörter"
"""


def test_compiled_catalogue_equals_what_a_checkout_reads(tmp_path: Path) -> None:
    """A message with a missing plural form is untranslated; the English form is not compiled."""
    path = write_catalogue(tmp_path, "de", PLURALS)
    (target,) = compile_catalogues(tmp_path)
    assert messages(target.read_bytes()) == messages(compiled(path.read_text("utf-8")))
    with target.open("rb") as file:
        built = GNUTranslations(file)
    built.add_fallback(Other())
    assert built.ngettext("{n} word", "{n} words", 2) == "{n} Wörter"
    assert built.ngettext("{n} game", "{n} games", 2) == "asked elsewhere"


class Other(NullTranslations):
    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return "asked elsewhere"


def messages(content: bytes) -> dict[object, object]:
    """Return what gettext finds in a compiled catalogue, without its header."""
    found = vars(GNUTranslations(BytesIO(content)))["_catalog"]
    return {id: text for id, text in found.items() if id}


def test_collection_excludes_checkout_only_files(tmp_path: Path) -> None:
    for name in ("rules.py", "tests/test_rules.py", "tools/make.py", ".hidden/x", "a.pyc"):
        path = tmp_path / "games" / "g" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    found = [path.relative_to(tmp_path).as_posix() for path in collection_files(tmp_path)]
    assert found == ["games/g/rules.py"]


def test_the_hook_and_the_program_agree_on_the_folder() -> None:
    assert f"clemtui/{INSTALLED_FOLDER}" == TARGET
