"""Label texts: the family's in the interface language, else in English, else the program's."""

from __future__ import annotations

from typing import get_args

import pytest

from clemtui.engine import (
    Control,
    DialogueMaster,
    Instance,
    Label,
    Request,
    Response,
    Texts,
    View,
    label,
)
from clemtui.engine.requests import ControlKind
from clemtui.language import Interface, Labels

WORDS = {
    "en": {"clue": "Clue", "guesses": "Guess ${n} of ${limit}", "said": "They said “${word}”."},
    "de": {"clue": "Hinweis", "guesses": "Versuch ${n} von ${limit}"},
}


class OneQuestion(DialogueMaster):
    """A game that asks one question, for the labels of the engine when it is cut short."""

    def __init__(self) -> None:
        super().__init__(Instance("one_question", "only", 0, {}), Texts("en", {}))
        self.ask("Player 1", "Answerer", "Well?")

    def on_response(self, request: Request, response: Response) -> None:
        self.end()

    def view(self, watcher: str) -> View:
        return View()


def labels(language: str, mistakes: list[str] | None = None) -> Labels:
    """Return labels that collect mistakes, or fail on the first."""

    def report(mistake: str) -> None:
        if mistakes is None:
            raise AssertionError(mistake)
        mistakes.append(mistake)

    return Labels(Interface(language, report=report), WORDS)


def test_the_interface_language_decides() -> None:
    assert labels("en").say(label("clue")) == "Clue"
    assert labels("de").say(label("clue")) == "Hinweis"
    assert labels("de-AT").say(label("clue")) == "Hinweis"


def test_english_stands_in_for_words_that_a_pack_lacks() -> None:
    assert labels("de").say(label("said", word="Tee")) == "They said “Tee”."


def test_a_wording_has_the_words_of_its_language() -> None:
    assert labels("en").say(label("clue"), language="de-x-para1") == "Hinweis"
    assert labels("de").say(label("clue"), language="en-x-para2") == "Clue"


@pytest.mark.parametrize("language", ["xx", "not a tag", ""])
def test_a_language_that_is_unknown_has_english_words(language: str) -> None:
    assert labels("de").say(label("clue"), language=language) == "Clue"


def test_numbers_are_formatted_and_content_is_made_safe() -> None:
    assert labels("de").say(label("guesses", n=1, limit=1500)) == "Versuch 1 von 1.500"
    assert labels("en").say(label("said", word="\x1b[2J")) == "They said “␛[2J”."


def test_values_are_never_substituted_again() -> None:
    assert labels("en").say(label("said", word="${word}")) == "They said “${word}”."


def test_content_in_the_place_of_a_label_is_made_safe() -> None:
    assert labels("en").say("a\u202eb") == "a⟨U+202E⟩b"


@pytest.mark.parametrize("kind", get_args(ControlKind))
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_program_has_words_for_every_control(kind: ControlKind, language: str) -> None:
    (event,) = OneQuestion().submit(Control(kind))
    assert event.said is not None
    said = labels(language).say(event.said)
    assert "‹" not in said
    assert said.endswith(".")


def test_a_label_without_words_is_shown_as_its_id_and_reported() -> None:
    mistakes: list[str] = []
    assert labels("de", mistakes).say(label("taboo.unheard_of")) == "‹taboo.unheard_of›"
    assert mistakes == ["no words for the label 'taboo.unheard_of'"]


def test_words_that_do_not_fit_their_values_are_reported_and_english_is_tried() -> None:
    mistakes: list[str] = []
    words = {"de": {"x": "Wort ${wort}"}, "en": {"x": "Word ${word}"}}
    said = Labels(Interface("de", report=mistakes.append), words).say(Label("x", {"word": "Tee"}))
    assert said == "Word Tee"
    assert len(mistakes) == 1
    assert "'x'" in mistakes[0]


def test_the_templates_of_foreign_packs_are_made_safe_too() -> None:
    words = {"en": {"x": "\x1b]0;title\x07${word}"}}
    assert Labels(Interface("en"), words).say(label("x", word="w")) == "␛]0;title␇w"
