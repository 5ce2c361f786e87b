"""The screen for reading a recorded episode step by step, from a chosen viewpoint."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from functools import partial
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input, Static

from clemtui.archive.english_wording import EnglishWording, english_wording
from clemtui.archive.review import NotForReader, Review, review_episode
from clemtui.engine import OBSERVER, REVEAL
from clemtui.episode.errors import PlayError, message_of
from clemtui.language import Interface, Localised, Sentence, one_line, translatable
from clemtui.language.width import cell_count
from clemtui.packs.card import card_text
from clemtui.records.errors import StoreError
from clemtui.ui.archive.episode_texts import EpisodeTexts
from clemtui.ui.archive.review.steps import ReviewSteps
from clemtui.ui.shell.base import BaseScreen
from clemtui.ui.shell.context import Context
from clemtui.ui.shell.dialogs.choice import ChoiceDialog
from clemtui.ui.shell.help import pack_card
from clemtui.ui.shell.navigation import OpenExport, OpenReview
from clemtui.ui.shell.starting import play_recorded
from clemtui.ui.terminal.bidi import joined_texts
from clemtui.ui.widgets.board.board import Board
from clemtui.ui.widgets.fitted_text import FittedText
from clemtui.ui.widgets.line_input import LineInput
from clemtui.ui.widgets.transcript.stepping import StepBar, StepTranscript
from clemtui.wording.phrases import OUTCOME_MEANINGS


class ReviewScreen(BaseScreen[None]):
    """An episode as it was after each of its steps, starting at the last one."""

    KEYS = (
        *("move.left", "move.right", "review.close", "review.view", "review.find"),
        *("review.trouble", "review.english", "review.times", "message.asides"),
        *("review.export", "review.again"),
    )

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("v", "view", translatable("Other view"), id="review.view"),
        Binding("slash", "find", translatable("Find"), id="review.find"),
        Binding("n", "found(1)", translatable("Next match"), False, id="review.next"),
        Binding("N", "found(-1)", translatable("Previous match"), False, id="review.before"),
        Binding("x", "rejected(1)", translatable("Next rejected response"), id="review.trouble"),
        Binding(
            "X",
            "rejected(-1)",
            translatable("Previous rejected response"),
            False,
            id="review.refused",
        ),
        Binding("t", "times", translatable("Times"), id="review.times"),
        Binding("w", "english", translatable("English"), id="review.english"),
        Binding("p", "card", translatable("Language pack"), False, id="review.card"),
        Binding("f3", "board", translatable("Board"), False, id="review.board"),
        Binding("C", "copy_all", translatable("Copy all"), False, id="review.copy_all"),
        Binding("e", "export", translatable("Save"), id="review.export"),
        Binding("a", "again", translatable("Play again"), id="review.again"),
        Binding("escape,q", "close", translatable("Back"), id="review.close", key_display="Esc"),
    ]

    def __init__(self, context: Context, to: OpenReview) -> None:
        super().__init__(context, to)
        self.episode = to.episode
        self.review: Review | None = None
        self.reading: ReviewSteps | None = None
        self.step = 0
        self.watcher = ""
        self.wanted = to.find
        self.times = False
        self.english: EnglishWording | None = None
        """The English wording of the prompts, while it is shown beside them."""
        self.remark: Sentence | None = None
        """While the English wording is requested: its source, or why there is none."""
        self._found: tuple[int, ...] = ()
        self._shown = -1
        self._starting = False

    # Contents

    def title_text(self) -> str:
        if self.review is None:
            return self.interface.text("Episode")
        words, summary = EpisodeTexts(self.context), self.review.stored.summary
        return self.interface.text(
            "{game} · {instance} · {eyes}",
            game=Localised(words.title(summary)),
            instance=Localised(words.instance_name(summary)),
            eyes=_view_name(self.context, self.review, self.watcher),
        )

    def contents(self) -> Iterator[Widget]:
        ui = self.interface
        if self.review is None:
            yield Static(ui.text("One moment…"), markup=False, id="opening", classes="paragraph")
            return
        voice = EpisodeTexts(self.context).voice(self.review.stored.summary)
        notice = _notice(ui, self.review)
        if notice:
            yield Static(notice, markup=False, id="differs")
        if self.remark is not None:
            yield Static(ui.say(self.remark), markup=False, id="remark")
        yield FittedText(id="told")
        yield StepBar(id="steps")
        yield Container(
            Board(voice, id="board"),
            StepTranscript(ui, id="transcript"),
            id="body",
        )
        yield Static(_outcome_line(self.context, self.review), markup=False, id="ended")
        yield LineInput(self.wanted, placeholder=ui.text("Find in the transcript"), id="search")

    async def fill(self) -> None:
        if self.review is None:
            return
        self._shown = -1
        self._prepare()
        self._transcript.details = self.times
        await self._show(self.step)

    def on_mount(self) -> None:
        self.run_latest(self._open, group="open")

    async def _open(self) -> None:
        try:
            with self.busy():
                service = await self.context.service()
                await self.context.ensure_person()
                review = await review_episode(service, self.episode, self.context.reader)
        except NotForReader as error:
            self._ask_who_reads(error)
            return
        except (PlayError, StoreError) as error:
            self.show_error(message_of(error))
            self.dismiss(None)
            return
        self.review = review
        self.watcher = review.watchers[0]
        self.step = review.length
        if await self.rebuild():
            self._transcript.focus()
            if self.wanted:
                self._begin_search(from_the_start=True)
            elif self.reading is not None:
                self._transcript.start_at(self.reading.first_response())
        # a worker of the app, so that it is recorded even if this screen is closed at once
        self.app.run_worker(self._note_exposure(review, self.context.reader), group="reveal")

    def _ask_who_reads(self, refusal: NotForReader) -> None:
        """Ask who is reading if they have not said so; otherwise they may not read this."""
        ui, message = self.interface, self.interface.show(message_of(refusal))

        def answered(name: str | None) -> None:
            if name is None:
                self.dismiss(None)
            else:
                self.context.choose_person(name)
                self.run_latest(self._open, group="open")

        if self.context.reader or not self.context.may("people"):
            self.show_error(message)
            self.dismiss(None)
            return
        question = ui.text("{message} Who is reading?", message=message)
        names = [(name, one_line(name)) for name in refusal.people]
        self.app.push_screen(ChoiceDialog(ui, question, names, ""), answered)

    async def _note_exposure(self, review: Review, person: str) -> None:
        try:
            new = await review.record_review(person)
        except StoreError as error:
            self.show_error(message_of(error))
            return
        if new:
            self.note(
                self.interface.text(
                    "This shows everything about the instance, including its solution, so it "
                    "is recorded that you have seen it."
                ),
                timeout=8,
            )

    @property
    def _transcript(self) -> StepTranscript:
        return self.query_one(StepTranscript)

    def _prepare(self) -> None:
        """Prepare what the viewer sees, in the current interface language."""
        assert self.review is not None
        voice = EpisodeTexts(self.context).voice(self.review.stored.summary)
        try:
            self.reading = ReviewSteps(
                self.review, voice, self.watcher, self.context.person, self.english
            )
        except PlayError as error:
            self.reading = None
            self.show_error(message_of(error))
        self._found = (
            self.reading.matching_steps(self.wanted) if self.reading and self.wanted else ()
        )

    async def _show(self, step: int) -> None:
        """Show the episode as it was after a step."""
        reading, review = self.reading, self.review
        if reading is None or review is None:
            return
        self.step = step = max(0, min(step, reading.length))
        entries = reading.entries(step)
        transcript = self._transcript
        before = reading.entries(self._shown) if self._shown >= 0 else None
        if before is not None and entries[: len(before)] == before:
            transcript.add(entries[len(before) :])
            transcript.marked = None
            transcript.follow()
        else:
            transcript.replace(entries)
        self._shown = step
        self.query_one("#told", FittedText).show(lambda cells: self._step_line(reading, cells))
        self.query_one(StepBar).show(step, reading.length, reading.rejected_steps())
        self.set_class(step == reading.length and review.stored.state != "running", "-ended")
        await self.query_one(Board).show(review.at(step, self.watcher).view)
        transcript.show_match(
            self.wanted if step in self._found else "", reading.first_new_entry(step)
        )
        self.refresh_bindings()

    async def _go(self, step: int) -> None:
        """Show a step once the widgets exist."""
        await self.wait_composed()
        await self._show(step)

    def _step_line(self, reading: ReviewSteps, cells: int) -> Content:
        """Return the line that describes the step, in as many words as fit into ``cells``."""
        if self.step not in self._found:
            return Content(reading.description(self.step, cells))
        at = self._found.index(self.step) + 1
        told = partial(
            self.interface.text,
            "Match {number} of {count} · {told}",
            number=at,
            count=len(self._found),
        )
        room = cells - cell_count(told(told=""))
        return Content(told(told=reading.description(self.step, room)))

    # Navigation

    async def action_step(self, way: int) -> None:
        await self._show(self.step + way)

    async def action_round(self, way: int) -> None:
        if self.reading is not None:
            await self._show(self.reading.round_start(self.step, way))

    async def action_first(self) -> None:
        await self._show(0)

    async def action_last(self) -> None:
        if self.reading is not None:
            await self._show(self.reading.length)

    @on(StepBar.Clicked)
    async def _clicked(self, event: StepBar.Clicked) -> None:
        await self._show(event.step)

    async def action_rejected(self, way: int) -> None:
        if self.reading is not None:
            await self._go_to_next_of(self.reading.rejected_steps(), way)

    async def _go_to_next_of(self, steps: Sequence[int], way: int) -> None:
        """Go to the next of the given steps, wrapping around at the ends."""
        if not steps:
            return
        ahead = [s for s in steps if (s > self.step if way > 0 else s < self.step)]
        ends = steps[0] if way > 0 else steps[-1]
        await self._show((ahead[0] if way > 0 else ahead[-1]) if ahead else ends)

    async def action_view(self) -> None:
        """Switch to the next view at the same step."""
        if self.review is None:
            return
        eyes = self.review.watchers
        self.watcher = eyes[(eyes.index(self.watcher) + 1) % len(eyes)]
        await self.rebuild()

    def action_times(self) -> None:
        self.times = not self.times
        self._transcript.details = self.times

    def action_english(self) -> None:
        """Toggle the English wording beside the prompts."""
        self.run_latest(self._compare_wording, group="english")

    async def _compare_wording(self) -> None:
        assert self.review is not None
        if self.remark is None:
            with self.busy():
                catalogue = (await self.context.service()).catalogue
                found = await asyncio.to_thread(english_wording, catalogue, self.review)
            if isinstance(found, Sentence):
                self.remark = found
            else:
                self.english, self.remark = found, found.note
        else:
            self.english = self.remark = None
        self.set_class(self.english is not None, "-english")
        await self.rebuild()

    def action_card(self) -> None:
        assert self.review is not None
        self.open(pack_card(self.context, self.review.stored.texts))

    def action_board(self) -> None:
        self.toggle_class("-toggled")

    # Searching

    def action_find(self) -> None:
        self.add_class("-searching")
        search = self.query_one("#search", LineInput)
        search.focus()
        search.select_all()

    @on(Input.Submitted, "#search")
    def _submitted(self, event: Input.Submitted) -> None:
        self.wanted = event.value.strip()
        self._transcript.focus()
        self._begin_search()

    def _begin_search(self, *, from_the_start: bool = False) -> None:
        self.remove_class("-searching")
        self._found = ()
        if self.reading is None or not self.wanted:
            return
        self._found = self.reading.matching_steps(self.wanted)
        if not self._found:
            said = self.interface.text("No matches for {text}.", text=one_line(self.wanted))
            self.note(said, timeout=4)
        else:
            begin = 0 if from_the_start else self.step
            ahead = [step for step in self._found if step >= begin]
            self.call_next(self._go, ahead[0] if ahead else self._found[0])

    async def action_found(self, way: int) -> None:
        await self._go_to_next_of(self._found, way)

    # Other actions

    def action_copy_all(self) -> None:
        self._transcript.copy(self._transcript.full_text())

    def action_export(self) -> None:
        if self.review is not None:
            self.open(OpenExport(self.episode, self.watcher))

    def action_again(self) -> None:
        if not self._starting:
            self._starting = True
            self.app.run_worker(self._play_again(), group="start", exclusive=True)

    async def _play_again(self) -> None:
        """Play the same instance in the same seat with the same partners."""
        try:
            await play_recorded(self, self.episode)
        except (PlayError, StoreError) as error:
            self.show_error(message_of(error))
        finally:
            self._starting = False

    def action_close(self) -> None:
        if self.has_class("-searching"):
            self.remove_class("-searching")
            self._transcript.focus()
        else:
            self.dismiss(None)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("close", "step", "round", "first", "last"):
            return True
        if self.review is None:
            return action not in {
                *("view", "find", "found", "rejected", "times", "board"),
                *("copy_all", "export", "again", "english", "card"),
            }
        match action:
            case "view":
                return len(self.review.watchers) > 1
            case "found":
                return bool(self._found)
            case "rejected":
                return self.reading is not None and bool(self.reading.rejected_steps())
            case "again" | "find" | "copy_all" | "times" | "english" | "card":
                return not self.review.stored.erased
        return True

    def help_game(self) -> str | None:
        if self.review is None:
            return None
        game = self.review.stored.summary.game
        here = any(listing.card.id == game for listing in self.context.listings)
        return game if here else None

    def help_texts(self) -> Iterator[tuple[str, str]]:
        ui, review = self.interface, self.review
        yield (
            ui.text("Reading an episode"),
            ui.text(
                "Left and Right go one step back or forward; a step is one response and its "
                "result. Page Up and Page Down move by rounds, Home and End go to the start "
                "and the end, Up and Down scroll. Click the line of steps to go to a step; ✗ "
                "marks steps with a rejected response. Press [ and ] to mark a message and c "
                "to copy it."
            ),
        )
        yield (
            ui.text("Other view"),
            ui.text(
                "See everything, what a spectator saw, or what one role saw. In your own "
                "unfinished episodes you see only your own role."
            ),
        )
        yield (
            ui.text("English wording"),
            ui.text(
                "Shows each message of the game master beside the same prompt of the English "
                "language pack, with the same values. Words of the task and messages of "
                "players are not translated."
            ),
        )
        if review is not None:
            words = EpisodeTexts(self.context)
            facts = words.facts(review.stored.summary)
            yield ui.text("This episode"), "\n".join(f"{name}: {value}" for name, value in facts)
            if not review.stored.erased:
                yield ui.text("Language pack"), card_text(review.stored.texts, ui)


def _view_name(context: Context, review: Review, watcher: str) -> Localised:
    ui = context.interface
    if watcher == REVEAL:
        return ui.text("everything")
    if watcher == OBSERVER:
        return ui.text("as a spectator")
    voice = EpisodeTexts(context).voice(review.stored.summary)
    return ui.text("as seen by {seat}", seat=voice.seat(watcher))


def _notice(ui: Interface, review: Review) -> str:
    """Return a warning about an erased or incomplete episode, or an empty string."""
    if review.stored.erased:
        if review.stored.summary.scores is None:
            return ui.text("! The text of this episode was erased.")
        return ui.text("! The text of this episode was erased. Only its result is left.")
    if review.faithful:
        return ""
    return ui.text(
        "! Only the messages are shown here, without boards: {difference}",
        difference=one_line(review.difference),
    )


def _outcome_line(context: Context, review: Review) -> Content:
    """Return the recorded outcome, main score and meaning."""
    ui, summary = context.interface, review.stored.summary
    words = EpisodeTexts(context)
    outcome, _ = words.outcome(summary)
    scores = summary.scores
    if scores is None or summary.state != "finished":
        return Content(outcome)
    score = words.score(summary)
    said = ui.text("main score {score} of 100", score=Localised(score)) if score else ""
    meaning = ui.text(OUTCOME_MEANINGS[scores.outcome])
    return joined_texts([(outcome, "bold"), (said, ""), (meaning, "$text-muted")], ui.direction)
