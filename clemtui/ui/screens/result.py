"""The result: how it ended, what the scores mean, and everything revealed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from clemtui.engine import MAIN_SCORE, REVEAL
from clemtui.language import one_line, translatable
from clemtui.play.errors import PlayError, StoreError
from clemtui.play.live import LiveEpisode
from clemtui.play.phrases import OUTCOME_MEANINGS, OUTCOMES, Voice
from clemtui.ui.calm import Calm
from clemtui.ui.context import Context
from clemtui.ui.entries import entry
from clemtui.ui.screens.base import BaseScreen
from clemtui.ui.stage import Stage
from clemtui.ui.starting import start
from clemtui.ui.widgets.board import Board
from clemtui.ui.widgets.transcript import Transcript

if TYPE_CHECKING:
    from clemtui.play.plan import Choices

MEANINGS: Mapping[str, str] = {
    "Request Count": translatable("answers asked for"),
    "Parsed Request Count": translatable("answers in the required form"),
    "Violated Request Count": translatable("answers not in the required form"),
    "Request Success Ratio": translatable("share of answers in the required form"),
}
"""What the benchmark's own names of scores mean."""

_SIGNS = {"success": "✓", "lose": "✗", "aborted": "■"}
_STYLES = {
    "success": "bold $text-success",
    "lose": "bold $text-error",
    "aborted": "bold $text-warning",
}


class ResultScreen(BaseScreen[None]):
    """Shows the end of an episode."""

    KEYS = ("result.next", "result.again", "result.home")

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "another(1)", translatable("Next instance"), id="result.next"),
        Binding("a", "another(0)", translatable("Again"), id="result.again"),
        Binding("enter,escape,h", "home", translatable("Home"), id="result.home"),
    ]

    def __init__(
        self,
        context: Context,
        live: LiveEpisode,
        voice: Voice,
        stage: Stage,
        choices: Choices | None,
    ) -> None:
        super().__init__(context)
        self.live = live
        self.voice = voice
        self.state = stage.revealed()
        self.choices = choices
        self._calm = Calm()

    def contents(self) -> Iterator[Widget]:
        yield Static(self._outcome(), markup=False, id="outcome")
        yield Container(
            Board(self.voice, id="board"),
            Transcript(id="transcript", from_beginning=False),
            id="body",
        )
        with VerticalScroll(id="scores"):
            yield Static(self._scores(), markup=False)

    async def on_mount(self) -> None:
        transcript = self.query_one(Transcript)
        transcript.replace(entry(line, self.voice, REVEAL) for line in self.state.lines)
        transcript.focus()
        await self.query_one(Board).show(self.live.view(REVEAL))
        self.run_worker(self._record_exposure(), group="reveal")

    def on_key(self, event: events.Key) -> None:
        """Take nothing for a choice that was typed for the game which has just ended."""
        if (event.is_printable or event.key == "enter") and self._calm.too_soon():
            event.stop()
            event.prevent_default()

    async def _record_exposure(self) -> None:
        try:
            await self.live.reveal()
        except StoreError as error:
            self.complain(str(error))

    def _outcome(self) -> Content:
        scores = self.state.scores
        assert scores is not None
        outcome = scores.outcome
        ui = self.interface
        main = scores.main_score
        said = (
            ui.text("no main score")
            if main is None
            else ui.text("main score {score} of 100", score=round(main, 2))
        )
        return Content.assemble(
            (f"{_SIGNS[outcome]} {ui.text(OUTCOMES[outcome])}", _STYLES[outcome]),
            "  ",
            (said, "bold"),
            "  ",
            (ui.text(OUTCOME_MEANINGS[outcome]), "$foreground-muted"),
        )

    def _scores(self) -> Content:
        scores = self.state.scores
        assert scores is not None
        ui = self.interface
        flags = [
            f"{name} {'–' if flag is None else ui.number(flag)}"
            for name, flag in (
                ("Aborted", scores.aborted),
                ("Lose", scores.lose),
                ("Success", scores.success),
            )
        ]
        parts = [Content(" · ".join(flags))]
        for name, value in scores.episode.items():
            if name in (MAIN_SCORE, "Aborted", "Lose", "Success"):
                continue
            number = "–" if value is None else ui.number(value)
            meaning = f" ({ui.text(MEANINGS[name])})" if name in MEANINGS else ""
            parts.append(
                Content.assemble(
                    one_line(name), " ", (number, "bold"), (meaning, "$foreground-muted")
                )
            )
        return Content("\n").join(parts)

    def action_another(self, step: int) -> None:
        if self.choices is not None:
            self.app.run_worker(self._start(step), group="start", exclusive=True)

    async def _start(self, step: int) -> None:
        assert self.choices is not None
        choices = self.choices
        instance = self.live.instance
        if choices.seed is not None:
            choices = replace(choices, seed=choices.seed + step)
        else:
            choices = replace(
                choices, experiment=instance.experiment, game_id=instance.game_id + step
            )
        try:
            await start(self, choices, instead=True)
        except (PlayError, StoreError) as error:
            self.complain(str(error))

    def action_home(self) -> None:
        self.dismiss(None)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "another" or self.choices is not None

    def help_texts(self) -> Iterator[tuple[str, str]]:
        yield (
            self.voice.labels.say(self.voice.listing.title),
            self.voice.say(self.voice.listing.rules),
        )
