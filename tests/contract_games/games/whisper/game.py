"""Whisper: a private part inside a public response.

A giver knows a word, a seeker guesses it. Every response starts with a plan that only its author
and observers may read: the game master removes it before passing the rest on, and no one in a seat
may watch a response being written.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from clemtui.engine import (
    MAIN_SCORE,
    OBSERVER,
    REVEAL,
    Block,
    Cell,
    DialogueMaster,
    Experiment,
    Form,
    Game,
    GameMaster,
    Hint,
    Instance,
    Keyboard,
    LetterBoard,
    LineField,
    Repeat,
    Request,
    Response,
    Scores,
    Secret,
    TextBlock,
    TextField,
    Texts,
    Values,
    Verdict,
    View,
    WordField,
    label,
    read_experiments,
)

from .words import ALPHABET, Marks, best, marks

GIVER, SEEKER = "Player 1", "Player 2"
CLUES = 3


class WhisperMaster(DialogueMaster):
    """One word."""

    def __init__(self, instance: Instance, texts: Texts) -> None:
        super().__init__(instance, texts)
        self.word: str = instance.data["word"]
        self.words: tuple[str, ...] = tuple(instance.parameters["words"])
        self.guesses: list[tuple[str, Marks]] = []
        self.outcome: str | None = None
        tags = {"plan": texts.tag("plan"), "clue": texts.tag("clue")}
        self.ask_giver(texts.prompt("giver", word=self.word, clues=str(CLUES), **tags))

    def ask_giver(self, content: str) -> None:
        """Ask for clues."""
        clue = LineField("clue", label("whisper.clue"), max_length=80, tag=self.texts.tag("clue"))
        fields = (
            TextField("plan", label("whisper.plan"), required=False, tag=self.texts.tag("plan")),
            Repeat("clues", label("whisper.clues"), clue, 1, CLUES),
        )
        form = Form(fields, self.compose_clues, self.word_in_clue, private=frozenset({"plan"}))
        self.ask(GIVER, "Giver", content, form=form)

    def ask_seeker(self, clues: list[str]) -> None:
        """Pass on the clues and ask for a guess."""
        shown = "\n".join(clues)
        if self.guesses:
            content = self.texts.prompt("next", clues=shown)
        else:
            tags = {"plan": self.texts.tag("plan"), "guess": self.texts.tag("guess")}
            content = self.texts.prompt("seeker", clues=shown, words=", ".join(self.words), **tags)
        fields = (
            TextField("plan", label("whisper.plan"), required=False, tag=self.texts.tag("plan")),
            WordField(
                "guess",
                label("whisper.guess"),
                length=len(self.word),
                alphabet=ALPHABET,
                words=frozenset(self.words),
                tag=self.texts.tag("guess"),
            ),
        )
        form = Form(fields, self.compose_guess, private=frozenset({"plan"}))
        self.ask(SEEKER, "Seeker", content, form=form)

    def compose_clues(self, values: Values) -> str:
        """Return the plan, then each clue on a separate line."""
        tag = self.texts.tag("clue")
        return "\n".join((self.plan(values), *(f"{tag} {clue}" for clue in values["clues"])))

    def compose_guess(self, values: Values) -> str:
        """Return the plan, then the guess."""
        return f"{self.plan(values)}\n{self.texts.tag('guess')} {values['guess']}"

    def plan(self, values: Values) -> str:
        """Return the plan with its further lines indented, so that none of them starts with a
        tag."""
        lines = str(values["plan"]).splitlines()
        return f"{self.texts.tag('plan')} " + "\n  ".join(lines)

    def word_in_clue(self, values: Values, view: View) -> tuple[Hint, ...]:
        """Warn of a clue that contains the word: it may be sent, but loses."""
        if not self.names_word(values["clues"]):
            return ()
        return (Hint(label("whisper.word_in_clue"), aid="word_check", field="clues"),)

    def names_word(self, clues: list[str]) -> bool:
        """Return whether the word occurs in some clues."""
        return any(self.word in self.texts.policy.lower(clue) for clue in clues)

    def public(self, text: str, tag: str) -> list[str] | None:
        """Return what a response says after its plan, without the tags; None if it is malformed.

        The plan ends at the first line that starts with the tag; from there on, every line must.
        """
        lines = text.split("\n")
        first = next((i for i, line in enumerate(lines) if line.startswith(tag)), None)
        if not text.startswith(self.texts.tag("plan")) or first is None:
            return None
        if not all(line.startswith(tag) for line in lines[first:]):
            return None
        return [line.removeprefix(tag).strip() for line in lines[first:]]

    def on_response(self, request: Request, response: Response) -> None:
        if request.seat == GIVER:
            self.on_clues(request, response.text)
        else:
            self.on_guess(request, response.text)

    def on_clues(self, request: Request, text: str) -> None:
        """Judge clues and pass them on without the plan."""
        clues = self.public(text, self.texts.tag("clue"))
        if clues is None or len(clues) > CLUES:
            self.finish(request, Verdict("malformed", label("whisper.no_clue")), "aborted")
        elif self.names_word(clues):
            self.finish(request, Verdict("violation", label("whisper.word_in_clue")), "lost")
        else:
            self.judge(request, Verdict("accepted"))
            self.ask_seeker(clues)

    def on_guess(self, request: Request, text: str) -> None:
        """Judge a guess, and tell both how close it was."""
        guesses = self.public(text, self.texts.tag("guess"))
        length = len(self.word)
        if guesses is None or len(guesses) > 1 or len(guesses[0]) != length:
            self.finish(request, Verdict("malformed", label("whisper.no_guess")), "aborted")
            return
        guess = self.texts.policy.lower(guesses[0])[:length]
        found = marks(guess, self.word)
        self.guesses.append((guess, found))
        near = sum(1 for mark in found if mark == "hit")
        verdict = Verdict("accepted", label("whisper.near", guess=guess, marks=" ".join(found)))
        self.log("guess", {"guess": guess, "marks": list(found)})
        if guess == self.word:
            self.finish(request, verdict, "won")
        elif len(self.guesses) == self.instance.parameters["guesses"]:
            self.finish(request, verdict, "lost")
        else:
            self.judge(request, verdict, audience=self.everybody)
            self.tell(SEEKER, self.texts.prompt("near", guess=guess, count=str(near)))
            self.round += 1
            self.ask_giver(self.texts.prompt("near", guess=guess, count=str(near)))

    def finish(self, request: Request, verdict: Verdict, outcome: str) -> None:
        """Give the last verdict and end."""
        self.judge(request, verdict, audience=self.everybody)
        self.outcome = outcome
        self.end()

    def view(self, watcher: str) -> View:
        rows = [
            tuple(Cell(letter, mark) for letter, mark in zip(guess, found, strict=True))
            for guess, found in self.guesses
        ]
        left = int(self.instance.parameters["guesses"]) - len(rows)
        rows += [tuple(Cell("", "empty") for _ in self.word)] * left
        blocks: list[Block] = [LetterBoard("board", tuple(rows), title=label("whisper.board"))]
        if watcher in (GIVER, OBSERVER, REVEAL):
            blocks.append(TextBlock("word", self.word, title=label("whisper.word"), tone="strong"))
        if watcher == SEEKER:
            known = best(self.guesses)
            keys = tuple(Cell(letter, known.get(letter, "open")) for letter in ALPHABET)
            title = label("whisper.letters")
            blocks.append(Keyboard("keys", (keys[:13], keys[13:]), title=title, aid="letters"))
        return View(tuple(blocks))


class Whisper(Game):
    """The game."""

    def read(self, document: Mapping[str, Any], source: str) -> tuple[Experiment, ...]:
        needs = {"word": str, "words": list, "guesses": int}
        return read_experiments(self.card.id, document, source, needs)

    def start(self, instance: Instance, texts: Texts) -> GameMaster:
        return WhisperMaster(instance, texts)

    def score(self, master: GameMaster) -> Scores:
        """Score an episode: the main score is 100 divided by the number of guesses, 0 without
        success."""
        assert isinstance(master, WhisperMaster)
        if master.outcome in ("aborted", None):
            return Scores(1, 0, 0, {MAIN_SCORE: None})
        if master.outcome == "lost":
            return Scores(0, 0, 1, {MAIN_SCORE: 0})
        return Scores(0, 1, 0, {MAIN_SCORE: 100 / len(master.guesses)})

    def secrets(self, instance: Instance) -> tuple[Secret, ...]:
        return (Secret(instance.data["word"], frozenset({GIVER})),)

    def swapped(self, instance: Instance, seat: str) -> Instance:
        if seat == GIVER:
            return instance
        words = instance.parameters["words"]
        other = words[(words.index(instance.data["word"]) + 1) % len(words)]
        return replace(instance, data={**instance.data, "word": other})
