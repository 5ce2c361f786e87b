"""The screen that compares prompt languages: results, and differences from a baseline."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from clemtui.episode.errors import PlayError, UsageError, message_of
from clemtui.language import one_line, translatable
from clemtui.paths import absolute
from clemtui.records.errors import StoreError
from clemtui.ui.shell.base import BaseScreen
from clemtui.ui.shell.context import Context
from clemtui.ui.shell.dialogs.choice import ChoiceDialog, TextDialog
from clemtui.ui.shell.navigation import OpenEffect
from clemtui.ui.widgets.fitted_text import FittedText
from clemtui.ui.widgets.lists import TextPane
from clemtui.wording.phrases import player_name

if TYPE_CHECKING:
    from clemtui.analysis.effect.model import Correction, Effects, Measure
    from clemtui.records.findings import Facets
    from clemtui.reports.names import Names

ALL = ""
"""The choice of all games or all players."""


class EffectScreen(BaseScreen[None]):
    """A comparison of the prompt languages of the recorded episodes."""

    AUTO_FOCUS = "#effect"

    CAN_SWITCH_PERSON = True

    KEYS = (
        *("effect.game", "effect.players", "effect.baseline", "effect.measure"),
        *("effect.correction", "effect.save", "effect.close"),
    )

    KEY_LINES = 2  # keys are the only way to choose what is compared

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "game", translatable("Game"), id="effect.game"),
        Binding("p", "players", translatable("Players"), id="effect.players"),
        Binding("b", "baseline", translatable("Baseline"), id="effect.baseline"),
        Binding("m", "measure", translatable("Measure"), id="effect.measure"),
        Binding("c", "correction", translatable("Correction"), id="effect.correction"),
        Binding("e", "save", translatable("Save"), id="effect.save"),
        Binding("f5", "reload", translatable("Reload"), False, id="effect.reload"),
        Binding("escape,q", "close", translatable("Back"), id="effect.close", key_display="Esc"),
    ]

    def __init__(self, context: Context, to: OpenEffect) -> None:
        super().__init__(context, to)
        self.line = to.line
        self.game = ALL
        self.players = ALL
        self.baseline = "en"
        self.measure: Measure = "joint"
        self.correction: Correction = "holm"
        self.effects: Effects | None = None
        self.problem = ""
        self._facets: Facets | None = None

    def title_text(self) -> str:
        return self.interface.text("Prompt languages compared")

    def contents(self) -> Iterator[Widget]:
        yield Static(markup=False, id="compared")
        yield TextPane(Static(markup=False, id="empty"), FittedText(id="differences"), id="effect")

    async def fill(self) -> None:
        if self.effects is None and not self.problem:
            self.load()
        self._show()

    def load(self) -> None:
        """Read the records and compute the comparison."""
        self.run_latest(self._load, group="load")

    async def _load(self) -> None:
        from clemtui.archive.history import History
        from clemtui.archive.search_line import HistoryFilter
        from clemtui.reports.effect.selection import StatisticsNotInstalled, make_effects

        make = partial(
            make_effects,
            self.context.options.database,
            games=(self.game,) if self.game else (),
            players=(self.players,) if self.players else (),
            listings=self.context.listings,
            baseline=self.baseline,
            measure=self.measure,
            correction=self.correction,
        )
        try:
            with self.busy():
                service = await self.context.service()
                history = History(service, self.context.only)
                self._facets = await history.facets()
                where = await history.within(HistoryFilter.parse(self.line).where)
                if where is None:
                    raise UsageError(self._no_match())
                effects = await asyncio.to_thread(make, where)
        except StatisticsNotInstalled as error:
            own = self.context.may("files")  # else a visitor, who can install nothing here
            missing = self.interface.text("Comparing languages is not available here.")
            self.effects, self.problem = None, message_of(error) if own else missing
        except (PlayError, StoreError) as error:
            self.effects, self.problem = None, message_of(error)
        else:
            self.effects, self.problem = effects, ""
        await self.wait_composed()
        self._show()
        self.refresh_bindings()

    def _show(self) -> None:
        """Show the result, or why there is none."""
        from clemtui.reports.effect.remarks import how_to_start

        ui = self.interface
        self.query_one("#compared", Static).update(self._comparison_line())
        # Always displayed so that its width is known: a widget laid out only while it is being
        # displayed sometimes has no height.
        table, nothing = (
            self.query_one("#differences", FittedText),
            self.query_one("#empty", Static),
        )
        found = self.effects if self.effects is not None and self.effects.settings else None
        table.show(partial(self._lay_out, found))
        nothing.display = found is None
        if self.problem:
            nothing.update(f"✗ {ui.show(self.problem)}")
        elif self.effects is not None and found is None:
            start = how_to_start(ui)
            nothing.update("\n\n".join((self._no_match(), *start) if self.line else start))
        else:
            nothing.update("")

    def _no_match(self) -> str:
        return self.interface.text(
            "No episode matches the filter {line}.", line=one_line(self.line)
        )

    def _lay_out(self, effects: Effects | None, width: int) -> Content:
        from clemtui.ui.results.effect.layout import lay_out

        if effects is None:
            return Content("")
        return lay_out(effects, self._names(), width)

    def _names(self) -> Names:
        from clemtui.reports.names import Names

        return Names(self.context.listings, self.interface)

    def _comparison_line(self) -> str:
        """Return a line that describes the comparison."""
        from clemtui.reports.effect.tables import CORRECTIONS, MEASURES

        ui = self.interface
        filtered = [ui.text("filter: {line}", line=one_line(self.line))] if self.line else []
        return " · ".join(
            [
                *filtered,
                self._game_name(self.game),
                self._players_name(self.players),
                ui.text("baseline {language}", language=ui.language_name(self.baseline)),
                ui.text(MEASURES[self.measure]),
                CORRECTIONS[self.correction],
            ]
        )

    def _game_name(self, game: str) -> str:
        if game == ALL:
            return self.interface.text("all games")
        return self._names().game(game)

    def _players_name(self, name: str) -> str:
        ui = self.interface
        if name == ALL:
            return ui.text("all players")
        return ui.text("people") if name == "human" else player_name(ui, name)

    # Options

    def action_game(self) -> None:
        ui = self.interface
        games = [each.value for each in self._facets.games] if self._facets else []
        named = [(each, self._game_name(each)) for each in (ALL, *games)]
        self._choose(ui.text("Game"), named, "game")

    def action_players(self) -> None:
        ui = self.interface
        players = [each.value for each in self._facets.players] if self._facets else []
        named = [(each, self._players_name(each)) for each in (ALL, *players)]
        self._choose(ui.text("Players"), named, "players")

    def action_baseline(self) -> None:
        ui = self.interface
        played = [each.value for each in self._facets.languages] if self._facets else []
        named = [
            (tag, f"{ui.language_name(tag)} ({tag})") for tag in sorted({self.baseline, *played})
        ]
        self._choose(ui.text("Baseline"), named, "baseline")

    def action_measure(self) -> None:
        from clemtui.reports.effect.tables import MEASURES

        ui = self.interface
        named = [(each, str(ui.text(said))) for each, said in MEASURES.items()]
        self._choose(ui.text("Measure"), named, "measure")

    def action_correction(self) -> None:
        from clemtui.reports.effect.tables import CORRECTIONS

        self._choose(self.interface.text("Correction"), list(CORRECTIONS.items()), "correction")

    def _choose(self, title: str, options: Sequence[tuple[str, str]], what: str) -> None:
        """Ask for the value of an option; recompute if it changes."""

        def chosen(value: str | None) -> None:
            if value is not None and value != getattr(self, what):
                setattr(self, what, value)
                self.load()

        current: str = getattr(self, what)
        self.app.push_screen(ChoiceDialog(self.interface, title, options, current), chosen)

    def action_reload(self) -> None:
        self.load()

    def action_close(self) -> None:
        self.dismiss(None)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "save":
            found = self.effects is not None and bool(self.effects.settings)
            return found and self.context.may("files")
        return True

    # Saving

    def action_save(self) -> None:
        ui = self.interface
        forms = [
            ("md", ui.text("Markdown (tables)")),
            ("csv", ui.text("CSV (for programs)")),
            ("json", ui.text("JSON (for programs)")),
            ("svg", ui.text("SVG (plot of the differences)")),
        ]

        def chosen(form: str | None) -> None:
            if form is not None:
                self._ask_where(form)

        self.app.push_screen(ChoiceDialog(ui, ui.text("Save as"), forms, "md"), chosen)

    def _ask_where(self, form: str) -> None:
        ui = self.interface
        self.app.push_screen(
            TextDialog(
                ui,
                ui.text("File"),
                ui.text("The name of a new file; existing files are not overwritten."),
                f"clemtui-languages.{form}",
                partial(self._save, form),
            )
        )

    async def _save(self, form: str, name: str) -> str | None:
        if not name:
            return self.interface.text("Enter a file name.")
        text = await asyncio.to_thread(self._document_maker(form))
        try:
            path = await asyncio.to_thread(_save_new, text, name, form)
        except PlayError as error:
            return message_of(error)
        said = self.interface.text("Saved to {file}", file=str(path))
        self.app.notify(said, markup=False, timeout=8)
        return None

    def _document_maker(self, form: str) -> Callable[[], str]:
        """Return a function that produces the document in the given format."""
        from clemtui.reports.effect.documents import as_csv, as_json, as_markdown
        from clemtui.reports.effect.svg import svg

        assert self.effects is not None
        names = self._names()
        makers: dict[str, Callable[[], str]] = {
            "md": partial(as_markdown, self.effects, names),
            "csv": partial(as_csv, self.effects),
            "json": partial(as_json, self.effects),
            "svg": partial(svg, self.effects, names),
        }
        return makers[form]

    def help_texts(self) -> Iterator[tuple[str, str]]:
        ui = self.interface
        yield (
            "",
            ui.text(
                "Results for each prompt language, and their difference from the baseline. "
                "Within one game and line-up, the same tasks are compared; if the languages "
                "share no tasks, as in Wordle, tasks of the same group."
            ),
        )
        yield (
            ui.text("Plot"),
            ui.text(
                "A dot is a difference, the line its interval, a ring a paraphrase of the "
                "baseline. The shaded band is the effect of a change of wording alone: a "
                "difference inside it is no evidence of an effect of the language."
            ),
        )


def _save_new(text: str, name: str, form: str) -> Path:
    """Write a text to a new file and return its path; ``name`` may start with ``~``.

    Raises:
        PlayError: if the file cannot be written.
    """
    from clemtui.archive.documents import check_suffix, save

    path = absolute(name)
    check_suffix(path, form)
    save(text, path)
    return path
