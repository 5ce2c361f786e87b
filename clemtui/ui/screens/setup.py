"""Setting up an episode of one game: every choice has a default, so Enter plays."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from clemtui.engine import OBSERVER
from clemtui.language import one_line, translatable
from clemtui.play.errors import PlayError, StoreError
from clemtui.play.listing import ExperimentListing, GameListing, list_experiments
from clemtui.play.phrases import player_name, seat_name
from clemtui.ui.context import Context
from clemtui.ui.screens.base import BaseScreen
from clemtui.ui.starting import start
from clemtui.ui.widgets.answer_box import AnswerBox
from clemtui.ui.widgets.editing import Submitted
from clemtui.ui.widgets.options import Stepper

if TYPE_CHECKING:
    from clemtui.play.plan import Choices

OTHER = "other"
NEW = "\0new"
SEED_BITS = 31


class SetUpScreen(BaseScreen[None]):
    """Asks who plays which seat, in which language, and which instance."""

    KEYS = ("setup.start", "setup.back", "setup.next")

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "start", translatable("Play"), id="setup.start"),
        Binding("escape", "back", translatable("Back"), id="setup.back", priority=True),
        Binding(
            "down", "app.focus_next", translatable("Next field"), id="setup.next", priority=True
        ),
        Binding(
            "up",
            "app.focus_previous",
            translatable("Field before"),
            False,
            id="setup.before",
            priority=True,
        ),
    ]

    def __init__(self, context: Context, listing: GameListing) -> None:
        super().__init__(context)
        self.listing = listing
        self.labels = context.labels(listing.card.id)
        self.experiments: tuple[ExperimentListing, ...] = ()
        self.playable = [seat for seat in listing.card.seats if not seat.service]
        self._starting = False

    def contents(self) -> Iterator[Widget]:
        ui, listing = self.interface, self.listing
        yield Static(self.labels.say(listing.title), markup=False, classes="headline")
        yield Static(self.labels.say(listing.summary), markup=False, classes="paragraph")
        seats = [(s.name, seat_name(ui, self.labels, listing, s)) for s in self.playable]
        seats.append((OBSERVER, ui.text("none: only watch")))
        languages = [(tag, ui.language_name(tag)) for tag in listing.languages]
        own = ui.language.partition("-")[0]
        languages.sort(key=lambda item: (item[0].partition("-")[0] != own, item[0]))
        forms = [
            ("assisted", ui.text("assisted: board, form and hints")),
            ("verbatim", ui.text("verbatim: the bare prompt, as a model gets it")),
        ]
        practice = [("", ui.text("no")), ("yes", ui.text("yes, it does not count"))]
        rows = [
            self._row("seat", ui.text("Your seat"), Stepper(seats, id="seat")),
            *self._partners(),
            self._row("language", ui.text("Language"), Stepper(languages, id="language")),
            self._row("interface", ui.text("Interface"), Stepper(forms, id="interface")),
            self._row("experiment", ui.text("Instances"), Stepper([], id="experiment")),
            self._row("number", ui.text("Number"), AnswerBox(id="number")),
            self._row("practice", ui.text("Practice"), Stepper(practice, id="practice")),
            self._row("person", ui.text("Your name"), AnswerBox(id="person")),
        ]
        yield VerticalScroll(*rows, id="rows", can_focus=False)

    def _partners(self) -> Iterator[Widget]:
        ui = self.interface
        models = [(name, name) for name in self.context.options.settings.models]
        options = [
            ("scripted", player_name(ui, "scripted")),
            ("human", player_name(ui, "human")),
            *models,
            (OTHER, ui.text("another model, by its name")),
        ]
        for seat in self.playable:
            name = ui.text("{role} is", role=self.labels.say(self.listing.role(seat.name)))
            at = self.playable.index(seat)
            yield self._row(f"partner-{at}", name, Stepper(options, id=f"partner-{at}"))
            box = AnswerBox(id=f"model-{at}", placeholder="openai/gpt-4o-mini")
            yield self._row(f"model-{at}", ui.text("Model"), box)

    def _row(self, name: str, label: str, editor: Widget) -> Widget:
        return Horizontal(
            Static(label, markup=False, classes="name"),
            editor,
            Static(markup=False, classes="error"),
            id=f"row-{name}",
            classes="row",
        )

    def on_mount(self) -> None:
        self.query_one("#seat", Stepper).focus()
        self._arrange()
        self.run_worker(self._load(), group="load", exclusive=True)

    async def _load(self) -> None:
        try:
            service = await self.context.service()
            self.query_one("#person", AnswerBox).fill(await self.context.person())
            self.experiments = await asyncio.to_thread(
                list_experiments, service.catalogue, self.listing.card.id
            )
        except (PlayError, StoreError) as error:
            self._fail("experiment", str(error))
            return
        self._offer_experiments()

    @on(Stepper.Stepped)
    def _stepped(self, event: Stepper.Stepped) -> None:
        if event.stepper.id == "language":
            self._offer_experiments()
        elif event.stepper.id == "experiment":
            self._offer_number()
        self._arrange()

    def _offer_experiments(self) -> None:
        ui = self.interface
        language = self._value("language")
        options = [
            (
                e.name,
                ui.plural(
                    "{name} ({n} instance)", "{name} ({n} instances)", e.instances, name=e.name
                ),
            )
            for e in self.experiments
            if e.language in (None, language)
        ]
        options.append((NEW, ui.text("a new one, from a seed")))
        self.query_one("#experiment", Stepper).offer(options)
        self._offer_number()

    def _offer_number(self) -> None:
        experiment = self._experiment()
        box = self.query_one("#number", AnswerBox)
        name = self.query_one("#row-number .name", Static)
        if experiment is not None:
            name.update(
                self.interface.text(
                    "Number ({first} to {last})", first=experiment.first, last=experiment.last
                )
            )
            box.fill(str(experiment.first))
        else:
            name.update(self.interface.text("Seed"))
            box.fill(str(secrets.randbits(SEED_BITS)))

    def _experiment(self) -> ExperimentListing | None:
        chosen = self._value("experiment")
        return next((e for e in self.experiments if e.name == chosen), None)

    def _arrange(self) -> None:
        """Hide what does not apply."""
        seat = self._value("seat")
        for at, each in enumerate(self.playable):
            other = each.name != seat
            named = self._value(f"partner-{at}") == OTHER
            self.query_one(f"#row-partner-{at}").display = other
            self.query_one(f"#row-model-{at}").display = other and named

    def _value(self, id: str) -> Any:
        return self.query_one(f"#{id}", Stepper).value()

    def _text(self, id: str) -> str:
        return self.query_one(f"#{id}", AnswerBox).text.strip()

    def _choices(self) -> Choices:
        """What was chosen.

        Raises:
            ValueError: if a field cannot be read; the arguments are its id and the message.
        """
        from clemtui.play.plan import Choices

        ui = self.interface
        number = self._text("number")
        try:
            wanted = int(number) if number else None
        except ValueError:
            raise ValueError("number", ui.text("This must be a whole number.")) from None
        seat = self._value("seat")
        partners = []
        for at, each in enumerate(self.playable):
            if each.name == seat:
                continue
            partner = self._value(f"partner-{at}")
            if partner == OTHER:
                partner = self._text(f"model-{at}")
                if not partner:
                    raise ValueError(f"model-{at}", ui.text("Which model?"))
            partners.append(partner)
        experiment = self._experiment()
        new = self._value("experiment") == NEW
        return Choices(
            game=self.listing.card.id,
            seat=seat,
            partner=tuple(partners),
            language=self._value("language"),
            interface=self._value("interface"),
            experiment=experiment.name if experiment else None,
            game_id=wanted if experiment else None,
            seed=(wanted if wanted is not None else secrets.randbits(SEED_BITS)) if new else None,
            practice=bool(self._value("practice")),
            person=self._text("person"),
        )

    def on_submitted(self, event: Submitted) -> None:
        event.stop()
        self.action_start()

    def action_start(self) -> None:
        for error in self.query(".error").results(Static):
            error.update("")
        try:
            choices = self._choices()
        except ValueError as error:
            self._fail(*error.args)
            return
        if not self._starting:
            self._starting = True
            self.app.run_worker(self._start(choices), group="start", exclusive=True)

    async def _start(self, choices: Choices) -> None:
        try:
            await start(self, choices, instead=True)
        except (PlayError, StoreError) as error:
            self._fail(self._guilty(str(error), choices), str(error))
        finally:
            self._starting = False

    def _guilty(self, message: str, choices: Choices) -> str:
        """The field that an error of planning is shown at."""
        for at, each in enumerate(s for s in self.playable if s.name != choices.seat):
            if at < len(choices.partner) and choices.partner[at] in message:
                index = self.playable.index(each)
                typed = self._value(f"partner-{index}") == OTHER
                return f"model-{index}" if typed else f"partner-{index}"
        return "number" if choices.experiment or choices.seed is not None else "experiment"

    def _fail(self, field: str, message: str) -> None:
        row = self.query_one(f"#row-{field}")
        row.query_one(".error", Static).update(f"✗ {one_line(message)}")
        editor = row.query_one(f"#{field}")
        editor.focus()
        row.scroll_visible(animate=False)

    def action_back(self) -> None:
        self.dismiss(None)

    def help_texts(self) -> Iterator[tuple[str, str]]:
        yield self.labels.say(self.listing.title), self.labels.say(self.listing.rules)
        yield (
            self.interface.text("Choosing"),
            self.interface.text(
                "Up and Down go from field to field, Left and Right change what is chosen. Enter "
                "starts to play."
            ),
        )
