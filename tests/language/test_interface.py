"""The interface in a language: texts, plurals, numbers, dates and lists, with its own locale."""

from __future__ import annotations

import locale
import os
from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from clemtui.language import (
    Interface,
    UnknownLanguage,
    available_languages,
    choose_language,
    native_name,
    writing_direction,
)
from tests.support.mistakes import InterfaceError, raise_mistake

GERMAN = """
msgid ""
msgstr "Content-Type: text/plain; charset=utf-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Play"
msgstr "Spielen"

msgid "Hello {name}"
msgstr "Hallo {name}"

msgid "Bye {name}"
msgstr "Tschüs {nmae}"

msgid "{n} episode of {name}"
msgid_plural "{n} episodes of {name}"
msgstr[0] "{n} Episode von {name}"
msgstr[1] "{n} Episoden von {name}"
"""
ARABIC = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : "
"n%100>=11 && n%100<=99 ? 4 : 5);\\n"

msgid "{n} round"
msgid_plural "{n} rounds"
msgstr[0] "zero"
msgstr[1] "one"
msgstr[2] "two"
msgstr[3] "few {n}"
msgstr[4] "many {n}"
msgstr[5] "other {n}"
"""


@pytest.fixture
def locales(tmp_path: Path) -> Path:
    """Catalogues in German, Arabic and Brazilian Portuguese, and an empty English one."""
    files = {"de": GERMAN, "ar": ARABIC, "pt-BR": "", "zh_Hant": "", "en": ""}
    for tag, text in files.items():
        folder = tmp_path / "locales" / tag / "LC_MESSAGES"
        folder.mkdir(parents=True)
        (folder / "ui.po").write_text(text, encoding="utf-8")
    return tmp_path / "locales"


def test_messages_and_values(locales: Path) -> None:
    ui = Interface("de", locales=locales, report=raise_mistake)
    assert ui.text("Play") == "Spielen"
    assert ui.text("Hello {name}", name="Ada {x}") == "Hallo Ada {x}"
    assert ui.plural("{n} episode of {name}", "{n} episodes of {name}", 1, name="Ada") == (
        "1 Episode von Ada"
    )
    assert ui.plural("{n} episode of {name}", "{n} episodes of {name}", 2500, name="Ada") == (
        "2.500 Episoden von Ada"
    )


def test_a_language_may_have_six_plurals(locales: Path) -> None:
    ui = Interface("ar", locales=locales, report=raise_mistake)
    said = [ui.plural("{n} round", "{n} rounds", n) for n in (0, 1, 2, 3, 11, 100)]
    assert said == ["zero", "one", "two", "few 3", "many 11", "other 100"]


def test_values_are_made_safe_once(locales: Path) -> None:
    ui = Interface("de", locales=locales, report=raise_mistake)
    assert ui.text("Hello {name}", name="\x1b[2J\u202e") == "Hallo ␛[2J⟨U+202E⟩"
    arabic = Interface("ar", locales=locales)
    day = arabic.date_time(datetime(2026, 3, 1, tzinfo=UTC), length="short")
    assert day == "1/3/2026، 12:00 ص"  # without the invisible marks of the locale data
    assert day in arabic.text("Hello {name}", name=day)
    assert "⟨U+200F⟩" in arabic.text("Hello {name}", name="\u200fcontent")


def test_numbers_in_sentences_are_formatted_and_names_made_of_digits_are_not(locales: Path) -> None:
    ui = Interface("de", locales=locales)
    assert ui.text("Hello {name}", name=8000) == "Hallo 8.000"
    assert ui.text("Hello {name}", name="8000") == "Hallo 8000"
    assert ui.text("Hello {name}", name=True) == "Hallo True"


def test_a_broken_translation_is_reported_and_english_shown(locales: Path) -> None:
    mistakes: list[str] = []
    ui = Interface("de", locales=locales, report=mistakes.append)
    assert ui.text("Bye {name}", name="Ada") == "Bye Ada"
    assert len(mistakes) == 1
    assert "nmae" in mistakes[0]


def test_a_missing_value_never_stops_the_program_but_stops_a_test(locales: Path) -> None:
    mistakes: list[str] = []
    assert Interface("de", locales=locales, report=mistakes.append).text("Hello {name}") == (
        "Hello {name}"
    )
    assert mistakes
    with pytest.raises(InterfaceError):
        Interface("de", locales=locales, report=raise_mistake).text("Hello {name}")


def test_an_untranslated_message_is_english_and_reported_once(locales: Path) -> None:
    mistakes: list[str] = []
    ui = Interface("de", locales=locales, report=mistakes.append)
    assert [ui.text("Watch"), ui.text("Watch")] == ["Watch", "Watch"]
    assert ui.plural("{n} player", "{n} players", 2) == "2 players"
    assert len(mistakes) == 2
    assert "clemtui.language.update" in mistakes[0]


def test_each_interface_reports_to_its_own_listener(locales: Path) -> None:
    first: list[str] = []
    second: list[str] = []
    one = Interface("de", locales=locales, report=first.append)
    other = Interface("de", locales=locales, report=second.append)
    assert other.text("Watch") == one.text("Watch") == "Watch"
    assert len(first) == len(second) == 1


def test_mistakes_go_to_the_log_where_nobody_else_is_told(
    locales: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    assert Interface("de", locales=locales).text("Watch") == "Watch"
    assert "Watch" in caplog.text
    assert capfd.readouterr().err == ""  # nothing is printed to the screen


def test_a_checkout_shows_what_was_edited_not_what_was_compiled(locales: Path) -> None:
    source = locales / "de" / "LC_MESSAGES" / "ui.po"
    compiled = source.with_suffix(".mo")
    old = Catalog(locale="de")
    old.add("Play", "Altes")
    with compiled.open("wb") as file:
        write_mo(file, old)

    os.utime(source, ns=(10**18, 10**18))
    os.utime(compiled, ns=(10**18 - 1, 10**18 - 1))
    assert Interface("de", locales=locales).text("Play") == "Spielen"
    os.utime(compiled, ns=(10**18 + 1, 10**18 + 1))
    assert Interface("de", locales=locales).text("Play") == "Altes"
    source.unlink()  # an installed program has no sources
    assert Interface("de", locales=locales).text("Play") == "Altes"
    assert available_languages(locales) == ("ar", "de", "en", "pt-BR", "zh-Hant")


def test_the_region_decides_the_forms_and_the_language_the_words(locales: Path) -> None:
    swiss = Interface("de-CH", locales=locales)
    assert swiss.language == "de-CH"
    assert swiss.text("Play") == "Spielen"
    assert swiss.number(1234.5) == "1’234.5"


def test_numbers_and_percentages() -> None:
    english, german = Interface("en"), Interface("de")
    assert (english.number(1234567.891), german.number(1234567.891)) == (
        "1,234,567.891",
        "1.234.567,891",
    )
    assert german.number(50, digits=2) == "50,00"
    assert german.number(Decimal("0.125"), digits=1) == "0,1"
    assert german.number(1234.5) == "1.234,5"  # the digits of one call do not affect the next
    assert (english.percent(0.856), german.percent(0.856, digits=1)) == ("86%", "85,6\xa0%")
    assert english.number(float("nan")) == "NaN"
    assert english.number(float("inf")) == "∞"


def test_moments_are_told_on_their_own_clock() -> None:
    moment = datetime(2026, 3, 1, 22, 5, 9, tzinfo=UTC)
    there = moment.astimezone(timezone(timedelta(hours=5, minutes=30)))
    assert Interface("de").date_time(moment) == "01.03.2026, 22:05:09"
    assert Interface("de").date_time(there, length="short") == "02.03.26, 03:35"
    with pytest.raises(ValueError, match="time zone"):
        Interface("de").date_time(datetime(2026, 3, 1))  # noqa: DTZ001


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0, "0 sec"),
        (0.04, "0 sec"),
        (4.25, "4.2 sec"),
        (9.96, "10 sec"),
        (59.4, "59 sec"),
        (59.6, "1 min"),
        (60, "1 min"),
        (185, "3 min, 5 sec"),
        (3600, "1 hr"),
        (3725, "1 hr, 2 min"),
        (90000, "25 hr"),
    ],
)
def test_durations(seconds: float, said: str) -> None:
    assert Interface("en").duration(seconds) == said


def test_durations_in_german() -> None:
    assert Interface("de").duration(185) == "3 Min., 5 Sek."
    assert Interface("de").duration(4.25) == "4,2 Sek."


def test_a_sentence_that_ends_with_an_abbreviation_has_one_full_stop() -> None:
    ui, message = Interface("de"), "The wait after each answer is now {time}."
    assert ui.text(message, time=ui.duration(2)).endswith(" 2 Sek.")
    assert ui.text(message, time="zwei Sek.").endswith("zwei Sek..")  # content is unchanged


def test_lists() -> None:
    assert Interface("en").list(["a", "b", "c"]) == "a, b, and c"
    assert Interface("de").list(["a", "b", 1000], last="or") == "a, b oder 1.000"
    assert Interface("de").list(["\x1b"]) == "␛"
    assert Interface("de").list([]) == ""


def test_names_of_languages() -> None:
    assert Interface("de").language_name("te") == "Telugu"
    assert Interface("de").language_name("pt-BR") == "Portugiesisch (Brasilien)"
    assert Interface("en").language_name("tlh\x1b") == "tlh␛"
    assert Interface("en").language_name("und") == "Unknown language"


def test_another_wording_is_named_after_its_language() -> None:
    assert Interface("en").language_name("en-x-para1") == "English, paraphrase 1"
    assert Interface("en").language_name("pt-BR-x-para12") == "Portuguese (Brazil), paraphrase 12"
    assert Interface("en").language_name("en-x-mine") == "English (x-mine)"
    assert Interface("de").language_name("en-x-para") == "Englisch (x-para)"


def test_languages_know_their_own_names_and_directions() -> None:
    assert native_name("pt-BR") == "português (Brasil)"
    assert native_name("en-x-para1") == "English"
    assert native_name("tlh\x1b") == "tlh␛"
    assert [writing_direction(tag) for tag in ("ar", "ar-x-para1", "ja", "??")] == [
        "rtl",
        "rtl",
        "ltr",
        "ltr",
    ]


def test_direction(locales: Path) -> None:
    assert Interface("ar", locales=locales).direction == "rtl"
    assert Interface("de", locales=locales).direction == "ltr"


def test_no_locale_of_the_process_is_touched() -> None:
    before = locale.setlocale(locale.LC_ALL)
    Interface("de").number(1.5)
    assert locale.setlocale(locale.LC_ALL) == before


def test_a_language_without_catalogue_has_no_interface(locales: Path) -> None:
    for tag in ("fi", "xx", "not a tag", ""):
        with pytest.raises(UnknownLanguage):
            Interface(tag, locales=locales)


AVAILABLE = ("de", "en", "pt-BR", "zh-Hant")


@pytest.mark.parametrize(
    ("setting", "environment", "chosen"),
    [
        ("de", {"CLEMTUI_LANG": "en", "LANG": "pt_BR.UTF-8"}, "de"),
        (None, {"CLEMTUI_LANG": "de", "LANG": "pt_BR.UTF-8"}, "de"),
        (None, {"LC_ALL": "de_AT.UTF-8", "LC_MESSAGES": "en_GB", "LANG": "pt_BR"}, "de-AT"),
        (None, {"LC_ALL": "", "LC_MESSAGES": "en_GB.UTF-8", "LANG": "de_DE"}, "en-GB"),
        (None, {"LC_ALL": "C", "LANG": "de_DE.UTF-8"}, "en"),  # POSIX: LC_ALL decides
        (None, {"LANG": "de_DE@euro"}, "de-DE"),
        (None, {"LANG": "C.UTF-8"}, "en"),
        (None, {"LANG": "fi_FI.UTF-8"}, "en"),
        (None, {"LANG": "pt_BR.UTF-8"}, "pt-BR"),
        (None, {"LANG": "pt_PT.UTF-8"}, "pt-PT"),  # Brazilian texts, Portuguese numbers
        (None, {"LANG": "zh_TW.UTF-8"}, "zh-Hant-TW"),  # Taiwan writes traditional characters
        (None, {"LANG": "zh_CN.UTF-8"}, "en"),  # not in another script
        (None, {}, "en"),
        ("pt_br", {}, "pt-BR"),
    ],
)
def test_the_choice_of_a_language(
    setting: str | None, environment: dict[str, str], chosen: str
) -> None:
    assert choose_language(setting, environment, AVAILABLE) == chosen


@pytest.mark.parametrize(("setting", "variable"), [("fi", None), (None, "fi"), ("klingon!", None)])
def test_a_wish_that_cannot_be_met_is_refused_with_a_reason(
    setting: str | None, variable: str | None
) -> None:
    environment = {"LANG": "de_DE"} | ({"CLEMTUI_LANG": variable} if variable else {})
    with pytest.raises(UnknownLanguage, match=r"de, en, pt-BR|language tag"):
        choose_language(setting, environment, AVAILABLE)


def test_chinese_without_a_script_serves_every_region() -> None:
    for region in ("zh_CN", "zh_TW", "zh_HK"):
        chosen = choose_language(None, {"LANG": f"{region}.UTF-8"}, ("en", "zh"))
        assert chosen.startswith("zh-")


def test_what_is_chosen_can_be_spoken(locales: Path) -> None:
    for tag in ("zh_TW", "de_AT", "pt_BR", "pt_PT"):
        chosen = choose_language(tag, {}, available_languages(locales))
        assert Interface(chosen, locales=locales).language == chosen


def test_a_day_is_that_of_its_own_time_zone() -> None:
    east = timezone(timedelta(hours=9))
    moment = datetime(2026, 3, 4, 23, 30, tzinfo=UTC)
    assert Interface("de").date(moment, length="short") == "04.03.26"
    assert Interface("en").date(moment.astimezone(east), length="short") == "2026-03-05"
    assert Interface("en").date(moment) == "4 Mar 2026"
    with pytest.raises(ValueError, match="time zone"):
        Interface().date(moment.replace(tzinfo=None))


@pytest.mark.parametrize("number", [1e308, -1e308, 10**400, Decimal("1e9999"), 1e16])
def test_a_number_that_is_too_long_is_written_with_a_power_of_ten(number: float | Decimal) -> None:
    written = Interface("en").number(number, digits=2)
    assert "e+" in written
    assert len(written) < 12
