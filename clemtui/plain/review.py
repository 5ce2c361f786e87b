"""Stepping through a recorded episode as lines of text."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from clemtui.archive.documents.building import document_of
from clemtui.archive.documents.text import Names
from clemtui.archive.english_wording import EnglishWording, english_wording
from clemtui.archive.review import NotForReader, Review, ReviewState, review_episode
from clemtui.engine import OBSERVER, REVEAL
from clemtui.episode.errors import PlayError, message_of
from clemtui.episode.transcript import Line
from clemtui.language import Localised, Sentence, half_up, one_line, translatable
from clemtui.packs.card import card_text
from clemtui.plain.menus import Menu, index_of, numbered, whole_number
from clemtui.plain.sitting import Sitting
from clemtui.plain.speech import dialogue_line
from clemtui.wording.boards import BlockInWords, board_in_words, legend
from clemtui.wording.phrases import OUTCOME_MEANINGS, OUTCOMES
from clemtui.wording.sample import outcome_in_words, standing

ALL = "all"

CHOICES = {
    translatable("on"): translatable("next answer (or press Enter)"),
    translatable("back"): translatable("previous answer"),
    translatable("first"): translatable("go to the beginning"),
    translatable("last"): translatable("go to the end"),
    translatable("board"): translatable("show the whole board at this step"),
    translatable("time"): translatable("show when this answer came and how long it took"),
    translatable("english"): translatable("show or hide the English wording of the prompts"),
    translatable("pack"): translatable("show the card of the language pack"),
    translatable("as"): translatable("view as someone else, such as: as observer"),
    translatable("help"): translatable("show this help"),
    translatable("leave"): translatable("stop reading"),
}


async def read_episode(sitting: Sitting, episode: str) -> None:
    """Step through an episode, and record that the person has seen it if they said who they are.

    Raises:
        Leave: if the person leaves the program.
        PlayError: if the episode cannot be shown.
        StoreError: if it cannot be read.
    """
    try:
        review = await review_episode(sitting.service, episode, sitting.reader)
    except NotForReader as refusal:
        if sitting.reader or not sitting.typing:
            raise
        sitting.reader = await who_reads(sitting, refusal)
        if not sitting.reader:
            return
        review = await review_episode(sitting.service, episode, sitting.reader)
    cast = Names(await document_of(sitting.service, review, review.watchers[0]), sitting.ui)
    await review.record_review(sitting.reader)
    await _Reader(sitting, review, cast).read()


async def who_reads(sitting: Sitting, refusal: NotForReader) -> str:
    """Ask which of the people in an episode is reading; empty if the person goes back."""
    ui = sitting.ui
    names = tuple(Localised(one_line(name)) for name in refusal.people)
    sitting.say(ui.show(message_of(refusal)), ui.text("Who is reading?"), *numbered(ui, names))
    while True:
        reply = str(await sitting.read(ui.text("Number of a name (Enter to go back):"))).strip()
        if not reply:
            return ""
        at = index_of(reply, len(names))
        if at is not None:
            return refusal.people[at]
        sitting.say(ui.text("“{reply}” is not the number of a name.", reply=reply))


class _Reader:
    """One reading of an episode: its current step and view."""

    def __init__(self, sitting: Sitting, review: Review, cast: Names) -> None:
        self._sitting = sitting
        self._ui = sitting.ui
        self._review = review
        self._cast = cast
        self._watcher = review.watchers[0]
        self._step = 0
        self._english: EnglishWording | None = None
        self._menu = Menu(sitting.ui, CHOICES)

    async def read(self) -> None:
        """Show the first step, then obey commands until the person stops."""
        ui, review = self._ui, self._review
        summary = review.stored.summary
        self._sitting.say(
            "",
            ui.text(
                "{game}, {experiment} {number}: {steps}.",
                game=Localised(self._cast.title),
                experiment=summary.experiment,
                number=str(summary.game_id),
                steps=ui.plural("{n} step", "{n} steps", review.length),
            ),
        )
        outcome = outcome_in_words(summary, ui)
        self._sitting.say(ui.text("State: {state}", state=outcome), standing(summary, ui))
        if review.difference:
            self._sitting.say(
                ui.text(
                    "Only what was recorded can be shown: {why}.", why=one_line(review.difference)
                )
            )
        self._sitting.say(ui.text("Type “help” for commands."))
        self._show_step(None)
        while True:
            reply = str(await self._sitting.read(self._prompt())).strip()
            number = whole_number(reply)
            if number is not None:
                self._go(number)
                continue
            word, rest = self._menu.match(reply) if reply else ("on", "")
            if word == "leave":
                return
            if word == "english":
                await self._toggle_english()
            elif word:
                self._handle(word, rest)
            else:
                self._sitting.say(self._menu.unknown_choice(reply))

    def _prompt(self) -> Localised:
        return self._ui.text("Step {step} of {last}:", step=self._step, last=self._review.length)

    def _handle(self, word: str, rest: str) -> None:
        moves: dict[str, Callable[[], None]] = {
            "on": lambda: self._go(self._step + 1),
            "back": lambda: self._go(self._step - 1),
            "first": lambda: self._go(0),
            "last": lambda: self._go(self._review.length),
            "board": lambda: self._show_board(None),
            "time": self._show_time,
            "pack": self._show_pack,
            "as": lambda: self._view_as(rest),
            "help": lambda: self._sitting.say(*self._menu.lines()),
        }
        moves[word]()

    async def _toggle_english(self) -> None:
        """Show or hide the English wording of every prompt."""
        if self._english is not None:
            self._english = None
            self._sitting.say(self._ui.text("English wording hidden."))
            return
        catalogue = self._sitting.service.catalogue
        found = await asyncio.to_thread(english_wording, catalogue, self._review)
        if isinstance(found, Sentence):
            self._sitting.say(self._ui.say(found))
            return
        self._english = found
        self._sitting.say(self._ui.say(found.note))
        self._show_step(None)

    def _show_pack(self) -> None:
        stored = self._review.stored
        if stored.erased:
            self._sitting.say(self._ui.text("The text of this episode was erased."))
        else:
            self._sitting.say(card_text(stored.texts, self._ui))

    def _go(self, step: int) -> None:
        if step > self._review.length:
            self._sitting.say(self._ui.text("This is the end."))
        elif step < 0:
            self._sitting.say(self._ui.text("This is the beginning."))
        else:
            before, self._step = self._step, step
            self._show_step(before)

    def _state(self, step: int) -> ReviewState:
        return self._review.at(step, self._watcher)

    def _show_step(self, before: int | None) -> None:
        """Show what is new since step ``before``; going back, what the current step brought."""
        state = self._state(self._step)
        start = before
        if start is None or start >= self._step:
            start = self._step - 1
        shown = len(self._state(start).lines) if start >= 0 else 0
        for line in state.lines[shown:]:
            self._sitting.say(self._line(line), *self._wording(line))
        self._show_board(start if start >= 0 else None)
        if state.scores is not None:
            outcome = state.scores.outcome
            main = state.scores.main_score
            score = self._ui.text("none") if main is None else self._ui.number(half_up(main, 2))
            self._sitting.say(
                self._ui.text(
                    "Result: {outcome}. {meaning}",
                    outcome=self._ui.text(OUTCOMES[outcome]),
                    meaning=self._ui.text(OUTCOME_MEANINGS[outcome]),
                ),
                self._ui.text("Main score: {score}.", score=score),
            )

    def _show_board(self, since: int | None) -> None:
        """Show what changed on the board since a step, or the whole board if ``since`` is None."""
        if self._cast.voice is None:
            return
        before: dict[str, BlockInWords] = {}
        if since is not None:
            before = board_in_words(self._cast.voice, self._state(since).view)
        now = board_in_words(self._cast.voice, self._state(self._step).view)
        if since is None and not now and self._step:
            self._sitting.say(self._ui.text("There is no board here."))
        for id, block in now.items():
            self._sitting.say(*block.changes_since(before.get(id)))
        if since is None:
            self._sitting.say(*legend(self._cast.voice, self._state(self._step).view))

    def _wording(self, line: Line) -> tuple[str, ...]:
        """Return the English wording of a prompt, if it is to be shown."""
        if self._english is None or line.kind != "to seat" or not isinstance(line.text, str):
            return ()
        found = self._english.translate(line.text)
        if found is None:
            return ()
        name = self._ui.language_name("en")
        return (self._ui.text("{language}: {text}", language=name, text=found),)

    def _line(self, line: Line) -> str:
        speaker = self._cast.speaker(line) if line.kind in ("to seat", "from seat") else ""
        return dialogue_line(self._ui, line, Localised(speaker), self._cast.say(line.text))

    def _show_time(self) -> None:
        ui = self._ui
        shown = len(self._state(self._step - 1).lines) if self._step else 0
        answers = [line for line in self._state(self._step).lines[shown:] if line.at is not None]
        if not answers:
            self._sitting.say(ui.text("There is no answer at this step."))
        for line in answers:
            assert line.at is not None
            when = ui.date_time(line.at.astimezone())
            if not self._review.stored.summary.time_known:
                when = ui.text("at an unknown time")
            if line.took is None:
                self._sitting.say(ui.text("Answered {when}.", when=when))
            else:
                time = ui.duration(line.took)
                self._sitting.say(ui.text("Answered {when}, after {time}.", when=when, time=time))

    def _view_as(self, wanted: str) -> None:
        watchers = self._review.watchers[::-1]
        names = {ALL if each == REVEAL else each: each for each in watchers}
        roles = {self._cast.seat(each): each for each in watchers if each not in (OBSERVER, REVEAL)}
        found = {name.casefold(): each for name, each in {**roles, **names}.items()}
        if wanted.casefold() not in found:
            known = self._ui.list([*roles, *names])
            self._sitting.say(self._ui.text("View as whom? Choose from: {names}.", names=known))
            return
        before, self._watcher = self._watcher, found[wanted.casefold()]
        try:
            self._state(self._step)
        except PlayError as error:
            self._watcher = before
            self._sitting.say(self._ui.show(message_of(error)))
            return
        self._sitting.say(self._ui.text("Viewing as {who}.", who=self._who()))
        self._show_step(None)

    def _who(self) -> str:
        if self._watcher == REVEAL:
            return self._ui.text("someone who sees everything")
        if self._watcher == OBSERVER:
            return self._ui.text("a spectator")
        return Localised(self._cast.seat(self._watcher))
