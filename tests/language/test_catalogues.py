"""Catalogues contain every string of the source, translated; strings are marked correctly."""

from __future__ import annotations

import io
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from clemtui.language import Interface
from clemtui.language.extraction import NotExtractable, extract
from clemtui.language.update import (
    catalogue_files,
    extract_catalogue,
    main,
    problems,
    read_catalogue,
    updated,
)
from tests.support.mistakes import raise_mistake
from tests.support.paths import ROOT

REMEDY = "run `python -m clemtui.language.update` and translate what is new"
LANGUAGES = [path.parts[-3] for path in catalogue_files(ROOT)]


@pytest.fixture(scope="module")
def template() -> Catalog:
    """The strings of the program."""
    return extract_catalogue(ROOT)


def test_the_program_has_strings_and_speaks_english_and_german(template: Catalog) -> None:
    assert "A player ended the episode." in template
    assert {"en", "de"} <= set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_is_up_to_date(language: str, template: Catalog) -> None:
    path = ROOT / "locales" / language / "LC_MESSAGES" / "ui.po"
    assert path.read_bytes().decode() == updated(path, template).decode(), REMEDY


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_is_complete_and_right(language: str) -> None:
    path = ROOT / "locales" / language / "LC_MESSAGES" / "ui.po"
    assert list(problems(read_catalogue(path))) == [], REMEDY


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_string_can_be_said(language: str, template: Catalog) -> None:
    ui = Interface(language, report=raise_mistake)
    for message in template:
        if message.id and not message.pluralizable and not message.python_brace_format:
            assert ui.text(str(message.id))


def found(source: str) -> list[tuple[str, str | tuple[str, ...], list[str]]]:
    """Return what extraction finds in a source: function, message, comments."""
    return [item[1:] for item in extract(io.BytesIO(source.encode()), {}, [], {})]


@pytest.mark.parametrize(
    ("source", "messages"),
    [
        ('ui.text("Play")', ["Play"]),
        ('self.app.ui.text("One " "sentence", name=1)', ["One sentence"]),
        ('ui.text("Resume" if again else "Play")', ["Resume", "Play"]),
        ('ui.text("Outer {x}", x=ui.text("Inner"))', ["Outer {x}", "Inner"]),
        ('ui.plural("{n} game", "{n} games", n)', [("{n} game", "{n} games")]),
        ('A = translatable("Quit"); ui.text(A)', ["Quit"]),
        ('ui.text(column); ui.text(NAMES["a"]); text("no"); static.update("no")', []),
        ('ui.text("Literal {{brace}}")', ["Literal {{brace}}"]),
    ],
)
def test_how_strings_are_marked(source: str, messages: list[str]) -> None:
    assert [message for _, message, _ in found(source)] == messages


def test_comments_for_translators_are_taken_along() -> None:
    source = "# Translators: a verb,\n# on a button\nui.text('Play')\n# other\nui.text('Stop')"
    assert [comments for _, _, comments in found(source)] == [
        ["Translators: a verb, on a button"],
        [],
    ]


@pytest.mark.parametrize(
    "source",
    [
        'ui.text(f"Hello {name}")',
        'ui.text("Hello " + name)',
        'ui.text("Hello {}".format(name))',
        'ui.text("Hello %s" % name)',
        'ui.text("")',
        'ui.text("Hello {0}")',
        'ui.text("Hello {name.first}")',
        'ui.text("{share:.1f}")',
        'ui.text("Hello {name")',
        'ui.text("85 % of all")',
        'ui.plural("a" if x else "b", "c", n)',
    ],
)
def test_what_no_catalogue_can_have_is_refused(source: str) -> None:
    with pytest.raises(NotExtractable, match=r"^<source>:1: "):
        found(source)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A small checkout with one module and catalogues in English and German."""
    (tmp_path / "clemtui" / "ui").mkdir(parents=True)
    shutil.copy(ROOT / "babel.cfg", tmp_path)
    for language in ("en", "de"):
        folder = tmp_path / "locales" / language / "LC_MESSAGES"
        folder.mkdir(parents=True)
        (folder / "ui.po").touch()
    return tmp_path


def write(checkout: Path, source: str) -> None:
    (checkout / "clemtui" / "ui" / "screen.py").write_text(source, encoding="utf-8")


def translate(checkout: Path, translations: Mapping[str, str]) -> None:
    path = checkout / "locales" / "de" / "LC_MESSAGES" / "ui.po"
    text = path.read_text(encoding="utf-8")
    for message, translation in translations.items():
        blank = f'msgid "{message}"\nmsgstr ""'
        assert blank in text
        text = text.replace(blank, f'msgid "{message}"\nmsgstr "{translation}"')
    path.write_text(text, encoding="utf-8")


def german(checkout: Path) -> str:
    return (checkout / "locales" / "de" / "LC_MESSAGES" / "ui.po").read_text(encoding="utf-8")


def test_an_update_brings_new_strings_and_keeps_translations(checkout: Path) -> None:
    write(checkout, 'ui.text("Play")')
    assert main([], checkout) == 0
    assert main(["--check"], checkout) == 1  # not translated
    translate(checkout, {"Play": "Spielen"})
    assert main(["--check"], checkout) == 0
    write(checkout, 'ui.text("Play")\nui.text("Review the {count} recordings", count=1)')
    assert main(["--check"], checkout) == 1  # not extracted
    assert "recordings" not in german(checkout)
    assert main([], checkout) == 0
    assert 'msgstr "Spielen"' in german(checkout)
    translate(checkout, {"Review the {count} recordings": "Die {count} Aufzeichnungen ansehen"})
    assert main(["--check"], checkout) == 0


def test_an_update_is_the_same_wherever_the_strings_stand(checkout: Path) -> None:
    write(checkout, 'ui.text("Play")\nui.text("Watch")')
    assert main([], checkout) == 0
    before = german(checkout)
    write(checkout, '# moved\nui.text("Watch")\n\n\nui.text("Play")')
    assert main([], checkout) == 0
    assert german(checkout) == before
    assert "Date" not in before
    assert "screen.py" not in before


def test_a_string_that_is_gone_leaves_nothing_behind(checkout: Path) -> None:
    write(checkout, 'ui.text("Play")')
    main([], checkout)
    translate(checkout, {"Play": "Spielen"})
    write(checkout, 'ui.text("Something else entirely")')
    main([], checkout)
    assert "Spielen" not in german(checkout)


def test_a_changed_string_offers_its_old_translation_for_confirmation(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(checkout, 'ui.text("Resume the episode")')
    main([], checkout)
    translate(checkout, {"Resume the episode": "Die Episode fortsetzen"})
    write(checkout, 'ui.text("Resume this episode")')
    main([], checkout)
    assert "fuzzy" in german(checkout)
    assert main(["--check"], checkout) == 1
    assert "unconfirmed translation" in capsys.readouterr().out
    ui = Interface("de", locales=checkout / "locales")
    assert ui.text("Resume this episode") == "Resume this episode"


@pytest.mark.parametrize(
    ("translation", "problem"),
    [
        ("Hallo", "placeholders"),
        ("Hallo {nmae}", "placeholders"),
        ("Hallo {name} {other}", "placeholders"),
        ("Hallo {name", "expected '}'"),
        ("Hallo {name!r}", "plain"),
    ],
)
def test_a_translation_must_have_the_same_placeholders(
    checkout: Path, capsys: pytest.CaptureFixture[str], translation: str, problem: str
) -> None:
    write(checkout, 'ui.text("Hello {name}")')
    main([], checkout)
    translate(checkout, {"Hello {name}": translation})
    assert main(["--check"], checkout) == 1
    assert problem in capsys.readouterr().out


def test_a_plural_may_leave_out_the_count_and_needs_all_its_forms(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(checkout, 'ui.plural("{n} game of {name}", "{n} games of {name}", n)')
    main([], checkout)
    path = checkout / "locales" / "de" / "LC_MESSAGES" / "ui.po"
    empty = path.read_text(encoding="utf-8")
    assert 'msgstr[1] ""' in empty
    one = empty.replace('msgstr[0] ""', 'msgstr[0] "Ein Spiel von {name}"')
    path.write_text(one, encoding="utf-8")
    assert main(["--check"], checkout) == 1
    assert "not translated" in capsys.readouterr().out
    both = one.replace('msgstr[1] ""', 'msgstr[1] "{n} Spiele von {name}"')
    path.write_text(both, encoding="utf-8")
    assert main(["--check"], checkout) == 0


def test_a_source_that_cannot_be_read_changes_nothing(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(checkout, 'ui.text("Play")')
    main([], checkout)
    before = german(checkout)
    for broken in ("def half(:", 'ui.text("Watch")\nui.text(f"Play {game}")'):
        write(checkout, broken)
        assert main([], checkout) == 1
        assert "screen.py" in capsys.readouterr().err
    assert german(checkout) == before
