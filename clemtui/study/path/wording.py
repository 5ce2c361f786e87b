"""What participants read that no file says: questions, consent, debriefing; for all fronts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from clemtui.engine import Label, nearest, placeholders
from clemtui.engine.texts import substitute
from clemtui.language import Interface, Labels, safe, translatable
from clemtui.players.llm.parameters import ModelParameters
from clemtui.study.checking import CONTACT, NOTICE, remote_models
from clemtui.study.manifest import Manifest
from clemtui.study.path.steps import AGE, AI_USE, FAMILIARITY, PARTNER
from clemtui.study.protocol.model import Question

LEVELS = ("none", "A1", "A2", "B1", "B2", "C1", "C2", "native")
"""How well someone speaks a language, in the order of the options."""

_LEVEL_WORDS = {
    "none": translatable("not at all"),
    "A1": translatable("A1: I understand and use very simple phrases"),
    "A2": translatable("A2: I manage simple everyday conversations"),
    "B1": translatable("B1: I can talk about familiar things"),
    "B2": translatable("B2: I can talk about most things"),
    "C1": translatable("C1: I speak it fluently"),
    "C2": translatable("C2: I speak it almost like a native speaker"),
    "native": translatable("native: I grew up with it"),
}
RATHER_NOT_SAY = "I would rather not say"
"""What is recorded of an age that someone does not want to say."""

_AGES = {
    "18 to 24": translatable("18–24"),
    "25 to 34": translatable("25–34"),
    "35 to 44": translatable("35–44"),
    "45 to 54": translatable("45–54"),
    "55 to 64": translatable("55–64"),
    "65 or older": translatable("65 or over"),
    RATHER_NOT_SAY: translatable("Prefer not to say"),
}
"""What is recorded, and how it is said."""

_FAMILIARITY = (
    translatable("I had never heard of it"),
    translatable("I knew it, but had not played it"),
    translatable("I had played it a few times"),
    translatable("I have played it often"),
)
_YES_NO = (translatable("yes"), translatable("no"))
_LONGEST_NUMBER = 9  # digits
_PARTNERS = (translatable("a person"), translatable("a program"))


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as a participant reads it.

    Attributes:
        id: its id in the records.
        values: what is recorded for each option; empty: the answer is a text.
        right: the number of the right option, from 1; None: there is none.
        optional: whether it may be left without an answer; ``says_so``: the text tells that.
        in_lines: whether the answer may have several lines.
        back: whether one can go back to the question before.
        given: what was answered when it was asked before; None: nothing.
        withdrawing: it is asked of someone who wants to withdraw; the last option is not to.
    """

    id: str
    text: str
    options: tuple[str, ...] = ()
    values: tuple[object, ...] = ()
    right: int | None = None
    optional: bool = False
    says_so: bool = False
    in_lines: bool = False
    back: bool = False
    given: object = None
    withdrawing: bool = False


def in_language(texts: Mapping[str, str], ui: Interface) -> str:
    """Return a text of the protocol in the language of the interface."""
    return safe(texts.get(nearest(ui.language, texts)) or next(iter(texts.values())))


def consent_text(manifest: Manifest, ui: Interface) -> str:
    """Return the consent text with the contact, and where words are sent; the model is named there
    unless participants are not to know their partner."""
    text = in_language(manifest.consents, ui)
    models = sorted(
        {each.model for game in manifest.protocol.games for each in remote_models(game)}
    )
    notice = ""
    if models and manifest.protocol.blinding.partner:
        notice = ui.text(
            "What you write in the games may be sent to a language model on another computer. At "
            "the end you learn which one."
        )
    elif models:
        notice = ui.text(
            "What you write in the games is sent to a language model on another computer: "
            "{models}.",
            models=ui.list(models),
        )
    values = {CONTACT: manifest.protocol.responsible.contact, NOTICE: notice}
    whole = substitute(text, {name: values[name] for name in placeholders(text)})
    return re.sub(r"\n{3,}", "\n\n", whole).strip()  # where the notice is empty


def language_question(language: str, ui: Interface) -> Asked:
    """Return the question of how well someone speaks a prompt language."""
    return Asked(
        id=f"language.{language}",
        text=ui.text("How well do you speak this language: {language}?",
                     language=ui.language_name(language)),
        options=tuple(ui.text(_LEVEL_WORDS[level]) for level in LEVELS),
        values=LEVELS,
    )  # fmt: skip


def speaks(level: object, wanted: str) -> bool:
    """Whether someone speaks a language as well as a study asks for."""
    return LEVELS.index(str(level)) >= LEVELS.index(wanted)


def comprehension_question(
    manifest: Manifest, game: str, id: str, ui: Interface, labels: Labels, language: str
) -> Asked:
    """Return a question about the rules of a game, its own or the protocol's.

    Args:
        language: in which the game's own question is asked.
    """
    own = manifest.wanted(game).comprehension
    right = manifest.game(game).comprehension[id]
    if own is not None:
        question = next(each for each in own if each.id == id)
        return _of_protocol(question, ui, right)
    label = f"{game}.comprehension.{id}"
    text, *options = (
        labels.say(Label(each), language=language)
        for each in (label, *(f"{label}.{number}" for number in (1, 2, 3)))
    )
    return Asked(id, text, tuple(options), (1, 2, 3), right)


def attention_question(manifest: Manifest, id: str, ui: Interface) -> Asked:
    """Return an attention question of the protocol."""
    question = next(each for each in manifest.protocol.checks.attention if each.id == id)
    return _of_protocol(question, ui, question.answer)


def _of_protocol(question: Question, ui: Interface, right: int | None) -> Asked:
    return Asked(
        id=question.id,
        text=in_language(question.text, ui),
        options=tuple(in_language(option, ui) for option in question.options),
        values=tuple(range(1, len(question.options) + 1)),
        right=right,
        optional=question.optional,
        in_lines=not question.options,
    )


def final_question(manifest: Manifest, id: str, ui: Interface, titles: Mapping[str, str]) -> Asked:
    """Return a question of the questionnaire.

    Args:
        titles: the names of the games, by their ids.
    """
    if id == AGE:
        ages = tuple(map(ui.text, _AGES.values()))
        return Asked(id, ui.text("How old are you?"), ages, tuple(_AGES))
    if id == AI_USE:
        question = ui.text(
            "Did you use a language model or another program for your answers? Please be honest: "
            "the answer has no consequences for you."
        )
        return Asked(id, question, tuple(ui.text(word) for word in _YES_NO), (True, False))
    kind, _, game = id.partition(".")
    if kind == FAMILIARITY:
        text = ui.text("How well did you know {game} before this study?", game=titles[game])
        return _words(id, text, _FAMILIARITY, ui)
    asked = manifest.protocol.questionnaire.questions
    return _of_protocol(next(each for each in asked if each.id == id), ui, None)


def partner_question(ui: Interface) -> tuple[Asked, Asked]:
    """Return the question who the partner was, and how sure the participant is."""
    who = ui.text("Was your partner a person or a program?")
    options = tuple(ui.text(word) for word in _PARTNERS)
    sure = ui.text("How sure are you, from 0 (I guessed) to 100 (certain)?")
    return Asked(PARTNER, who, options, ("person", "program")), Asked("confidence", sure)


def number_in(reply: str, last: int) -> int | None:
    """Return the whole number from 0 to ``last`` that a reply is; None if it is not one."""
    if reply.isascii() and reply.isdigit() and len(reply) < _LONGEST_NUMBER:
        number = int(reply)
        return number if number <= last else None
    return None


def code_question(ui: Interface) -> Asked:
    """Return the question for a code that the participant was given."""
    text = ui.text("Were you given a code? If not, leave this empty to get a new one.")
    return Asked("code", text, optional=True, says_so=True)


def code_to_go_on_question(ui: Interface) -> Asked:
    """Return the question who comes: someone new, or a participant who goes on."""
    text = ui.text("To go on with the study, type your code. If you are new, leave this empty.")
    return Asked("code", text, optional=True, says_so=True)


def withdrawal_question(ui: Interface) -> Asked:
    """Return what is asked of a participant who wants to withdraw: what is kept, as a `Keep`, or
    None to go on with the study."""
    options = (
        ui.text("Keep what I have done so far: it may be used."),
        ui.text("Erase this session."),
        ui.text("Erase everything that is recorded about me here."),
        ui.text("Go on with the study."),
    )
    values = ("everything", "other sessions", "nothing", None)
    text = ui.text("What should happen to what you have done so far?")
    return Asked("kept", text, options, values, withdrawing=True)


def _words(id: str, text: str, options: Sequence[str], ui: Interface) -> Asked:
    """Return a question whose options are recorded in English."""
    return Asked(id, text, tuple(ui.text(option) for option in options), tuple(options))


def debriefing(
    manifest: Manifest, code: str, ui: Interface, titles: Mapping[str, str]
) -> tuple[str, ...]:
    """Return the paragraphs of the debriefing: the partners, the condition, the code.

    Args:
        code: with which the participant can ask for the erasure of their data.
        titles: the names of the games, by their ids.
    """
    return (
        ui.text("Thank you for taking part!"),
        ui.text("What the study is about: {question}", question=manifest.protocol.question),
        *partner_lines(manifest, ui, titles),
        ui.text(
            "Your code is {code}. With it you can ask to have your data erased: {contact}",
            code=code,
            contact=manifest.protocol.responsible.contact,
        ),
    )


def partner_lines(manifest: Manifest, ui: Interface, titles: Mapping[str, str]) -> tuple[str, ...]:
    """Return who the partners were, a sentence for each game; ``titles`` are as in `debriefing`."""
    return tuple(
        ui.text(
            "Your partner in {game}: {partner}.",
            game=titles[game.game],
            partner=_partner(game.partner, ui),
        )
        for game in manifest.protocol.games
        if game.game in titles
    )


def _partner(partner: str | ModelParameters, ui: Interface) -> str:
    if isinstance(partner, ModelParameters):
        return ui.text("the language model {model}", model=partner.model)
    if partner == "person":
        return ui.text("a person at the same keyboard")
    return ui.text("a program with fixed rules, without a language model")
