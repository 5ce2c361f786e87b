"""Sentences: English as strings, and translated by any interface."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from clemtui.engine import Label
from clemtui.language import Interface, Labels, LanguageTag, Sentence, join_sentences
from tests.support.mistakes import raise_mistake

TEMPLATE = "Cannot connect to {place}."
GERMAN = "Keine Verbindung zu {place}."


def german(folder: Path) -> Interface:
    """Return an interface in German that knows the messages of these tests."""
    for tag, message in (("en", ""), ("de", GERMAN)):
        place = folder / tag / "LC_MESSAGES"
        place.mkdir(parents=True)
        (place / "ui.po").write_text(
            'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
            f'msgid "{TEMPLATE}"\nmsgstr "{message}"\n\n'
            'msgid "{first} {second}"\nmsgstr "{first} {second}"\n\n'
            'msgid "after {time}"\nmsgstr "nach {time}"\n',
            encoding="utf-8",
        )
    return Interface("de", locales=folder, report=raise_mistake)


def test_as_a_string_it_is_the_english_for_records() -> None:
    sentence = Sentence(TEMPLATE, place="http://here")
    assert sentence == "Cannot connect to http://here."
    assert str(sentence) == f"{sentence}" == "Cannot connect to http://here."


def test_an_interface_says_it_in_its_language_wherever_it_is_a_value(tmp_path: Path) -> None:
    ui = german(tmp_path)
    sentence = Sentence(TEMPLATE, place="http://here")
    said = "Keine Verbindung zu http://here."
    assert ui.say(sentence) == said
    assert ui.show(sentence) == said
    assert Labels(ui, {}).say(sentence) == said
    assert ui.text("{first} {second}", first=sentence, second="!") == f"{said} !"


def test_content_in_it_is_made_safe_only_where_it_is_said(tmp_path: Path) -> None:
    sentence = Sentence(TEMPLATE, place="a\x1b[2Jb")
    assert "\x1b" in sentence
    assert "\x1b" not in german(tmp_path).say(sentence)


def test_time_spans_and_numbers_are_those_of_the_language(tmp_path: Path) -> None:
    waited = Sentence("after {time}", time=timedelta(seconds=1.5))
    assert waited == "after 1.5 seconds"
    ui = german(tmp_path)
    assert ui.say(waited) == f"nach {ui.duration(1.5)}"
    assert Sentence("after {time}", time=timedelta(seconds=1)) == "after 1 second"
    assert Sentence("{n} bytes", n=1_000_000) == "1,000,000 bytes"


def test_a_language_is_a_tag_in_records_and_has_its_name_on_a_screen(tmp_path: Path) -> None:
    spoken, ui = Sentence(TEMPLATE, place=LanguageTag("it")), german(tmp_path)
    assert spoken == "Cannot connect to it."
    assert ui.say(spoken) == "Keine Verbindung zu Italienisch."
    assert ui.say(spoken.map_content(str.upper)) == "Keine Verbindung zu Italienisch."


def test_two_sentences_stay_sentences(tmp_path: Path) -> None:
    first = Sentence(TEMPLATE, place="a")
    both = join_sentences(first, Sentence(TEMPLATE, place="b"))
    assert both == "Cannot connect to a. Cannot connect to b."
    assert german(tmp_path).show(both) == "Keine Verbindung zu a. Keine Verbindung zu b."
    assert join_sentences(first, "") is first


def test_its_content_can_be_changed_but_not_its_words() -> None:
    inner = Sentence(TEMPLATE, place="connection")
    outer = Sentence("{what} It says: {said}.", what=inner, said="connection refused")
    hidden = outer.map_content(lambda text: text.replace("connection", "[…]"))
    assert hidden == "Cannot connect to […]. It says: […] refused."


def test_a_label_is_no_sentence(tmp_path: Path) -> None:
    """Texts of a game are in its packs, those of the program in its catalogue."""
    words = {"en": {"taboo.clue": "A clue"}}
    assert Labels(german(tmp_path), words).say(Label("taboo.clue")) == "A clue"
