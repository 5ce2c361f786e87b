"""Every check of the kit notices its violation: packs, forms, players, services."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import replace

import pytest

from clemtui.engine import (
    CannotRestore,
    ComprehensionQuestion,
    Hint,
    Instance,
    Label,
    Part,
    Request,
    Response,
    Service,
    Symbol,
    TextBlock,
    Values,
    View,
    label,
)
from clemtui.kit import CHECKS, Language, Nonconforming, Subject
from tests.kit.checks.mutants import (
    Break,
    Mutant,
    both,
    forms_changed,
    played_by,
    views_changed,
    wrapped,
)
from tests.kit.checks.test_rules import MUTANTS as OF_RULES
from tests.kit.checks.test_secrets import MUTANTS as OF_SECRETS
from tests.support.families import contract_subject, contract_subjects


def changed_german_pack(change: Callable[[Language], Language]) -> Break:
    """Break a family by changing its German pack."""

    def put_wrong(subject: Subject) -> Subject:
        languages = {**subject.languages, "de": change(subject.languages["de"])}
        return replace(subject, languages=languages)

    return put_wrong


def with_symbol(character: str, typed: str) -> Break:
    """Break a game by offering a symbol in its forms."""
    return wrapped(forms_changed(symbols=(Symbol(character, typed),)))


def prompt_changed(text: str) -> Break:
    """Break a family by changing the prompt for the next lot in its German pack."""

    def change(pack: Language) -> Language:
        prompts = {**pack.texts.prompts, "next": text}
        return replace(pack, texts=replace(pack.texts, prompts=prompts))

    return changed_german_pack(change)


def prompt_missing(pack: Language) -> Language:
    """Return a pack without its prompt for the next lot."""
    prompts = {id: text for id, text in pack.texts.prompts.items() if id != "next"}
    return replace(pack, texts=replace(pack.texts, prompts=prompts))


def question_added(subject: Subject) -> Subject:
    """Return a subject whose card has a comprehension question, the second option without words."""
    question = ComprehensionQuestion("wins", 1)
    game = copy(subject.game)
    game.card = replace(game.card, comprehension=(question,))
    words = {f"sealed.{id}": id for id in question.labels if id != "comprehension.wins.2"}
    languages = {
        name: replace(pack, words={**pack.words, **words})
        for name, pack in subject.languages.items()
    }
    return replace(subject, game=game, languages=languages)


def word_changed(id: str, text: str | None) -> Callable[[Language], Language]:
    """Return a function that changes a label's words in a pack, or removes them."""

    def change(pack: Language) -> Language:
        others = {key: words for key, words in pack.words.items() if key != id}
        return replace(pack, words=others if text is None else {**others, id: text})

    return change


def unknown_prompt(subject: Subject) -> Subject:
    """Return a game that uses a prompt missing from its own pack."""
    prompts = {id: text for id, text in subject.texts.prompts.items() if id != "penalty"}
    return replace(subject, texts=replace(subject.texts, prompts=prompts), languages={})


def one_option_less(subject: Subject) -> Subject:
    """Return a family with a pack that lacks an answer."""
    texts = replace(subject.texts, language="xx", options={"answers": ("yes",)})
    return replace(subject, languages={"xx": Language(texts, subject.languages["en"].words)})


def an_option_twice(subject: Subject) -> Subject:
    """Return a family with a pack that has the same word for two answers."""
    texts = replace(subject.texts, language="xx", options={"answers": ("oui", "oui")})
    return replace(subject, languages={"xx": Language(texts, subject.languages["en"].words)})


def an_error(values: Values, view: View) -> tuple[Hint, ...]:
    """Report an error whatever the values are."""
    return (Hint(label("tidy.letters"), level="error"),)


class SometimesAnError:
    """A check that reports an error every other time."""

    calls = 0

    def __call__(self, values: Values, view: View) -> tuple[Hint, ...]:
        self.calls += 1
        return an_error(values, view) if self.calls % 2 else ()


def remark_with_another_tag(values: Values) -> str:
    remark = f"\nBID: {values['remark']}" if values.get("remark") else ""
    return f"BID: {values['bid']}{remark}"


def raising_check(values: Values, view: View) -> tuple[Hint, ...]:
    """Fail, as a check that expects other values."""
    raise KeyError("other")


def hint_of(aid: str | None, text: Label) -> Callable[[Values, View], tuple[Hint, ...]]:
    """Return a check that gives one warning."""
    return lambda values, view: (Hint(text, aid=aid),)


def busy(request: Request, view: View) -> str:
    """Answer after a great deal of work."""
    for number in range(200_000):
        abs(len(str(number)))
    return "DONE"


def takes_twice(request: Request, view: View) -> str:
    """Take from the same box, which is empty the second time."""
    return "TAKE: a1"


class Counting:
    """A scripted player that answers differently every time."""

    calls = 0

    def __call__(self, request: Request, view: View) -> str:
        self.calls += 1
        return "DONE" if self.calls > 20 else f"MOVE: A 1 {self.calls % 3 + 1}"


class Forgetful:
    """A service that cannot be restored but does not say so."""

    def __init__(self, inner: Service) -> None:
        self.inner = inner

    async def respond(self, request: Request) -> tuple[Part, ...]:
        return await self.inner.respond(request)

    def restore(self, exchanges: Sequence[tuple[Request, Response]]) -> None:
        """Leave everything in its initial state."""


class RefusesToRestore(Forgetful):
    """A service that cannot be restored and says so."""

    def restore(self, exchanges: Sequence[tuple[Request, Response]]) -> None:
        if exchanges:
            raise CannotRestore("what was taken is gone")


class FailsToRestore(Forgetful):
    """A service whose restoration fails."""

    def restore(self, exchanges: Sequence[tuple[Request, Response]]) -> None:
        raise OSError("no such box")


def served_by(kind: type[Forgetful]) -> Break:
    """Break a game by replacing its service."""

    def put_wrong(subject: Subject) -> Subject:
        class Served(Mutant):
            def service(self, seat: str, instance: Instance) -> Service:
                return kind(self.inner.service(seat, instance))

        return replace(subject, game=Served(subject.game))

    return put_wrong


#: check -> mutant -> game, how it is broken, what the kit reports
MUTANTS: dict[str, dict[str, tuple[str, Break, str]]] = {
    "prompts": {
        "missing": ("sealed", changed_german_pack(prompt_missing), "prompts ['next'] are in"),
        "empty": ("sealed", prompt_changed(""), "prompts ['next'] of the pack 'de' are empty"),
        "other placeholders": (
            "sealed",
            prompt_changed("${lot}"),
            "different placeholders in 'de'",
        ),
        "an option less": ("aside", one_option_less, "a different number of options"),
        "an option twice": ("aside", an_option_twice, "lists an option of 'answers' twice"),
        "a label less": (
            "sealed",
            changed_german_pack(word_changed("sealed.bid", None)),
            "has no words for ['sealed.bid']",
        ),
        "not in the pack": ("tidy", unknown_prompt, "no prompt 'penalty'"),
    },
    "labels": {
        "no title": (
            "sealed",
            changed_german_pack(word_changed("sealed.title", None)),
            "no words for 'sealed.title'",
        ),
        "no words for an option": (
            "sealed",
            question_added,
            "no words for 'sealed.comprehension.wins.2'",
        ),
        "no words": (
            "sealed",
            changed_german_pack(word_changed("sealed.no_bid", None)),
            "no words for the label 'sealed.no_bid'",
        ),
        "other placeholders": (
            "sealed",
            changed_german_pack(word_changed("sealed.opened", "Los ${number}")),
            "has placeholders ['number']",
        ),
        "no words for a hint": (
            "tidy",
            wrapped(forms_changed(check=hint_of(None, label("tidy.nowhere")))),
            "'tidy.nowhere'",
        ),
        "no words for a view": (
            "tidy",
            wrapped(
                views_changed(
                    lambda view, who, master: View(
                        (*view.blocks, TextBlock("x", label("tidy.unseen")))
                    )
                )
            ),
            "'tidy.unseen'",
        ),
    },
    "forms": {
        "composed wrongly": (
            "sealed",
            wrapped(forms_changed(compose=lambda values: "I bid a little")),
            "which is malformed",
        ),
        "compose raises": (
            "sealed",
            both(
                played_by(lambda request, view: "BID: 1"),
                wrapped(forms_changed(compose=lambda values: str(values["other"]))),
            ),
            "compose() raised KeyError",
        ),
        "an error that is none": (
            "sealed",
            wrapped(forms_changed(check=SometimesAnError())),
            "but it is accepted",
        ),
        "a tag that is sent twice": (
            "sealed",
            wrapped(forms_changed(compose=remark_with_another_tag)),
            "'BID:' is sent twice if it is typed",
        ),
        "nothing can be sent": (
            "tidy",
            wrapped(forms_changed(check=an_error, compose=lambda values: "nonsense")),
            "reports an error for every possible input",
        ),
        "check raises": (
            "tidy",
            wrapped(forms_changed(check=raising_check)),
            "check() raised KeyError",
        ),
        "an aid nobody declared": (
            "tidy",
            wrapped(forms_changed(check=hint_of("crystal_ball", label("tidy.letters")))),
            "crystal_ball",
        ),
    },
    "symbols": {
        "several characters": ("tidy", with_symbol("..", "[]"), "not a single visible character"),
        "never sent": ("tidy", with_symbol("▢", "[]"), "does not occur in what the seat was sent"),
        "not typed": (
            "tidy",
            with_symbol(".", "▢"),
            "'▢', the replacement for '.', cannot be typed",
        ),
        "a command": ("tidy", with_symbol(".", "/o"), "cannot be typed"),
        "ambiguous": ("tidy", with_symbol(".", "e"), "occurs in what the seat was sent"),
    },
    "scripted players": {
        "endless": ("tidy", played_by(lambda request, view: "?"), "do not finish within 50"),
        "busy": ("tidy", played_by(busy), "calls for one move"),
        "fickle": ("tidy", played_by(Counting()), "answers differently when asked the same again"),
        "malformed": ("sealed", played_by(lambda request, view: "none"), "which is malformed"),
    },
    "services": {
        "forgetful": (
            "pantry",
            both(played_by(takes_twice), served_by(Forgetful)),
            "restored after 1 requests, answers differently",
        ),
        "failing": ("pantry", served_by(FailsToRestore), "restore() of Shelves raised OSError"),
    },
}

WHOLE = {**MUTANTS, **OF_SECRETS}
"""The mutants of whole subjects; those of rules are mutants of a game."""


@pytest.mark.parametrize(
    ("check", "mutant"),
    [(check, mutant) for check, mutants in WHOLE.items() for mutant in mutants],
)
def test_the_kit_notices(check: str, mutant: str) -> None:
    game, put_wrong, sentence = WHOLE[check][mutant]
    broken = put_wrong(contract_subject(game))
    with pytest.raises(Nonconforming) as caught:
        CHECKS[check](broken)
    assert sentence in str(caught.value)


def test_every_check_has_a_mutant() -> None:
    assert set(CHECKS) == {*MUTANTS, *OF_RULES, *OF_SECRETS}


def test_a_service_may_say_that_it_cannot_be_restored() -> None:
    honest = both(played_by(takes_twice), served_by(RefusesToRestore))
    CHECKS["services"](honest(contract_subject("pantry")))


def test_pack_checks_cover_every_language() -> None:
    assert {s.texts.language for s in contract_subjects("sealed")} == {"de", "en"}


def test_number_of_options_may_vary_if_english_pack_allows() -> None:
    """Such as the rows of a keyboard."""
    subject = one_option_less(contract_subject("aside"))
    free = {
        name: replace(language, any_number=frozenset({"answers"}))
        for name, language in subject.languages.items()
    }
    CHECKS["prompts"](replace(subject, languages=free))
