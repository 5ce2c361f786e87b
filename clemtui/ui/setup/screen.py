"""The screen that sets up an episode; every field has a default, so Enter starts it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Static
from textual.worker import Worker

from clemtui.episode.errors import PlayError, UsageError, message_of
from clemtui.episode.offers.connection_test import ConnectionResult, check_named_connection
from clemtui.episode.offers.last_choices import last_choices, playable_experiments, seen_tasks
from clemtui.episode.offers.partners import offers, silent_server
from clemtui.episode.planning.checkout_files import official_files
from clemtui.episode.planning.plan import HUMAN, SCRIPTED
from clemtui.episode.service import PlayService
from clemtui.language import Localised, translatable
from clemtui.packs.card import pack_texts
from clemtui.records.errors import StoreError
from clemtui.ui.setup.choices import InvalidField, choices_of, field_of
from clemtui.ui.setup.state import ALL_AIDS, NEW, NO_AIDS, TYPED_MODEL, SetupState
from clemtui.ui.setup.texts import SetupTexts
from clemtui.ui.shell.base import BaseScreen
from clemtui.ui.shell.context import Context
from clemtui.ui.shell.dialogs.choice import ChoiceDialog
from clemtui.ui.shell.dialogs.confirm import ConfirmDialog
from clemtui.ui.shell.help import pack_card
from clemtui.ui.shell.navigation import OpenPartners, OpenSetUp
from clemtui.ui.shell.starting import start
from clemtui.ui.widgets.answer.box import AnswerBox
from clemtui.ui.widgets.answer.editing import Edited, Submitted
from clemtui.ui.widgets.key_guard import KeyGuard
from clemtui.ui.widgets.labelled_field import LabelledField
from clemtui.ui.widgets.stepper import Stepper


class SetupScreen(BaseScreen[None]):
    """The fields of a new episode: who takes which seat, the language, the instance and others.

    All choices are kept in ``state``; the widgets display it.
    """

    KEYS = ("setup.start", "setup.list", "setup.card", "setup.hello", "setup.back")

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "start", translatable("Play"), id="setup.start"),
        Binding("space", "list", translatable("List"), id="setup.list"),
        Binding("f5", "test_connection", translatable("Test connection"), id="setup.hello"),
        Binding("f7", "card", translatable("Language pack"), id="setup.card"),
        Binding("escape", "back", translatable("Back"), id="setup.back", priority=True),
        Binding(
            "down",
            "app.focus_next",
            translatable("Next field"),
            False,
            id="setup.next",
            priority=True,
        ),
        Binding(
            "up",
            "app.focus_previous",
            translatable("Previous field"),
            False,
            id="setup.before",
            priority=True,
        ),
    ]

    def __init__(self, context: Context, to: OpenSetUp) -> None:
        super().__init__(context, to)
        self.listing = listing = to.listing
        language = listing.usual_language(context.interface.language)
        self.state = SetupState.of(listing, language, context.person or NEW, to.seat)
        self.loaded = asyncio.Event()
        """Set when everything is known except the responses of model servers."""
        self.connection_tests = ConnectionTests(self, self.state)
        self._guard: KeyGuard | None = KeyGuard(painted=False)
        self._starting = False
        self._at_once = to.at_once
        self.set_class(to.at_once, "-at-once")
        self._filled: dict[str, str] = {}
        """The text that `show` last put or found in each box; a box with another one was edited."""

    @property
    def words(self) -> SetupTexts:
        """The texts of this screen, in the current interface language."""
        return SetupTexts(self.context, self.state)

    def title_text(self) -> str:
        return self.context.labels(self.listing.card.id).say(self.listing.title)

    def contents(self) -> Iterator[Widget]:
        ui, state, words = self.interface, self.state, self.words
        self._filled.clear()  # the boxes are new
        summary = self.context.labels(self.listing.card.id).say(self.listing.summary)
        yield Static(summary, markup=False, classes="paragraph", id="about")
        rows = [self._stepper("seat", ui.text("Your role"))]
        for at, seat in enumerate(state.seats):
            rows += [
                self._stepper(f"partner-{at}", words.partner(seat)),
                self._box(f"model-{at}", ui.text("Model"), "openai/gpt-4o-mini"),
                self._stepper(f"guest-{at}", ui.text("Who is it?")),
                self._box(f"guest-name-{at}", ui.text("Their name")),
            ]
        rows += [
            self._stepper("language", ui.text("Language")),
            self._stepper("source", ui.text("Instances from")),
            self._stepper("experiment", ui.text("Instances")),
            self._box("number", words.number()),
            self._stepper("interface", ui.text("Interface")),
            self._stepper("aids", ui.text("Aids")),
            self._stepper("practice", ui.text("Practice")),
            self._stepper("person", ui.text("Who plays")),
            self._box("person-name", ui.text("Your name")),
        ]
        yield VerticalScroll(*rows, id="rows", can_focus=False)
        yield Static(markup=False, id="summary")

    def _stepper(self, id: str, label: str) -> LabelledField:
        return LabelledField(label, Stepper([], id=id))  # `show` sets its options

    def _box(self, id: str, label: str, placeholder: str = "") -> LabelledField:
        return LabelledField(label, AnswerBox(id=id, placeholder=placeholder))

    async def fill(self) -> None:
        self.show()

    def on_mount(self) -> None:
        assert self._guard is not None
        self.call_after_refresh(self._guard.mark_painted)
        self.query_one("#seat", Stepper).focus()
        self.run_latest(self._load, group="load")

    async def _load(self) -> None:
        state, ui = self.state, self.interface
        try:
            service = await self.context.service()
            person = await self.context.ensure_person()
            if "person" not in state.touched:
                state.person = person
            if self.context.may("people"):
                state.people = tuple(each.pseudonym for each in await service.people())
            game = self.listing.card.id
            state.groups = await asyncio.to_thread(playable_experiments, service.catalogue, game)
            state.packs = await asyncio.to_thread(pack_texts, service.catalogue, game)
            state.game = await asyncio.to_thread(service.catalogue.game, game)
            checkout = self.context.settings.clembench
            try:
                state.files = await asyncio.to_thread(official_files, game, checkout)
            except UsageError as error:
                await self.wait_composed()
                self._field("experiment").show_error(ui.show(message_of(error)))
            await self._load_partners(service)
        except (PlayError, StoreError) as error:
            await self.wait_composed()
            self._show_field_error("experiment", message_of(error))
            self.remove_class("-at-once")
        finally:
            self.loaded.set()

    async def _load_partners(self, service: PlayService) -> None:
        """Load the previous choices, then update the available players as they become known."""

        async for offered in offers(service):
            self.state.offers = offered
            if not self.loaded.is_set():
                last = await last_choices(service, self.listing.card.id, self.state.person_name)
                if last is not None:
                    self.state.restore(last)
                await asyncio.gather(
                    self._find_exposures(service),
                    self.state.find_unscripted(),
                    self._find_unreachable(service),
                )
                self.loaded.set()
            await self.wait_composed()
            self.show()
            if self._at_once:
                self._at_once = False
                self._play_at_once()

    async def _find_unreachable(self, service: PlayService) -> None:
        """Note which models of the last time have a server that does not respond."""
        models = self.state.models
        found = await asyncio.gather(*(silent_server(service, word) for word in models))
        for word, why in zip(models, found, strict=True):
            if why is not None:
                failed = ConnectionResult(ok=False, problem=why.message, hint=why.hint or "")
                self.state.connection_tests[word] = failed

    def _play_at_once(self) -> None:
        """Start as everything stands, or show it if there is something to decide."""
        self.state.choose_new()
        if self.state.settled:
            self._begin()
            return
        self.remove_class("-at-once")
        self.show()
        seats = self.state.unreachable
        if seats and not any(self.state.why_unscripted(seat) for seat in seats):
            self._offer_scripted(seats)

    def _offer_scripted(self, seats: Sequence[str]) -> None:
        """Offer to play with the scripted player in place of models that cannot be reached."""
        ui, state = self.interface, self.state
        words = dict.fromkeys(state.partners[seat].model for seat in seats)
        problems = (ui.show(state.connection_tests[word].problem) for word in words)
        question = ui.text(
            "{problem} Play with the scripted player instead?",
            problem=Localised(" ".join(problems)),
        )

        def chosen(yes: bool | None) -> None:
            if yes:
                for seat in seats:
                    state.set_partner(seat, SCRIPTED)
                self.show()
                self._begin()
            else:
                at = [seat.name for seat in state.seats].index(seats[0])
                self.query_one(f"#partner-{at}", Stepper).focus()

        self.app.push_screen(ConfirmDialog(ui, question, ui.text("yes")), chosen)

    async def _load_source(self, source: str) -> None:
        """Load the instances of another file; if it cannot be used, keep the current ones."""

        file = Path(source) if source else None
        complaint = ""
        try:
            catalogue = (await self.context.service()).catalogue
            groups = await asyncio.to_thread(
                playable_experiments, catalogue, self.listing.card.id, file
            )
            self.state.use_source(groups, source)
            await self.state.find_unscripted()
        except (PlayError, StoreError) as error:
            complaint = message_of(error)
        await self.wait_composed()
        self.show()
        self._field("source").show_error(self.interface.show(complaint) if complaint else "")

    async def _find_unscripted(self) -> None:
        """Find out which seats have no scripted player in the chosen language."""
        await self.state.find_unscripted()
        await self.wait_composed()
        self.show()

    async def _load_exposures(self) -> None:
        """Load which instances the chosen people have seen."""
        try:
            await self._find_exposures(await self.context.service())
        except (PlayError, StoreError) as error:
            await self.wait_composed()
            self._show_field_error("person", message_of(error))
            return
        await self.wait_composed()
        self.show()

    async def _find_exposures(self, service: PlayService) -> None:
        for name in self.state.playing:
            if name not in self.state.seen:
                self.state.seen[name] = await seen_tasks(service, name)

    def show(self) -> None:
        """Display the choices and their options, including what has just been typed."""
        state, words = self.state, self.words
        self._read_boxes()
        state.complete()
        self._update_stepper("seat", words.seats(), state.seat)
        for at, seat in enumerate(state.seats):
            partner = state.partners[seat.name]
            theirs = seat.name != state.seat
            self._update_stepper(
                f"partner-{at}", words.players(seat.name), partner.player, shown=theirs
            )
            self._update_box(f"model-{at}", partner.typed, theirs and partner.player == TYPED_MODEL)
            here = theirs and partner.player == HUMAN
            guests = words.guests()
            if here and partner.guest not in dict(guests):
                partner.guest = guests[0][0]
            self._update_stepper(
                f"guest-{at}", guests, partner.guest, shown=here and len(guests) > 1
            )
            self._update_box(f"guest-name-{at}", partner.new_guest, here and partner.guest == NEW)
            field = self._field(f"partner-{at}")
            field.set_label(words.partner(seat))
            field.show_note(self.connection_tests.note(seat.name) or words.partner_note(seat.name))
        self._update_stepper("language", words.languages(), state.language)
        self._field("language").show_note(words.language_note())
        self._update_stepper("source", words.sources(), state.source, shown=bool(state.files))
        self._update_stepper("experiment", words.experiments(), state.experiment, shown=True)
        self._update_box("number", state.number, shown=True)
        number = self._field("number")
        number.set_label(words.number())
        number.show_note(words.number_note())
        self._update_stepper("interface", words.interfaces(), state.interface)
        if state.available_aids:
            known = state.aids in (NO_AIDS, *state.available_aids)
            self._update_stepper("aids", words.aids(), state.aids if known else ALL_AIDS)
        self._field("aids").display = bool(state.available_aids)
        self._update_stepper("practice", words.practice(), "yes" if state.practice else "")
        self._update_stepper("person", words.people(), state.person)
        self._update_box("person-name", state.new_person, state.person == NEW)
        self.query_one("#summary", Static).update(words.summary())
        if self.loaded.is_set() and not state.seen.keys() >= set(state.playing):
            self.run_latest(self._load_exposures, group="met")
        self.refresh_bindings()

    def _field(self, id: str) -> LabelledField:
        return self.query_one(f"#row-{id}", LabelledField)

    def _update_stepper(
        self, id: str, options: list[tuple[str, str]], value: str, *, shown: bool = True
    ) -> None:
        self.query_one(f"#{id}", Stepper).set_options(options, value)
        self._field(id).display = shown

    def _update_box(self, id: str, text: str, shown: bool) -> None:
        box = self.query_one(f"#{id}", AnswerBox)
        if box.text != text:
            box.fill(text)
        self._filled[id] = box.text
        self._field(id).display = shown

    @on(Stepper.Stepped)
    def _stepped(self, event: Stepper.Stepped) -> None:
        if not event.by_hand:
            return
        state, id, value = self.state, event.stepper.id or "", event.value
        name, _, at = id.rpartition("-")
        state.touched.add(f"partner-{state.seats[int(at)].name}" if at.isdecimal() else id)
        if name in ("partner", "guest"):
            partner = state.partners[state.seats[int(at)].name]
            partner.substitute = False
            setattr(partner, "player" if name == "partner" else "guest", value)
            self.connection_tests.stop()
        elif id == "source":
            self.run_latest(partial(self._load_source, value), group="source")
            return
        elif id == "practice":
            state.practice = bool(value)
        else:
            setattr(state, id, value)
        if id == "experiment":
            state.touched.discard("number")
        if id == "interface" and "aids" not in state.touched:
            state.aids = ALL_AIDS
        if id == "language":
            self.run_latest(self._find_unscripted, group="scripts")
        self._field(id).show_error("")
        self.show()

    def on_edited(self, event: Edited) -> None:
        event.stop()
        self.show()

    def _read_boxes(self) -> None:
        """Take over what was typed, also if the message about it is still on its way."""
        state = self.state
        for at, seat in enumerate(state.seats):
            partner = state.partners[seat.name]
            partner.typed = self._typed(f"model-{at}", partner.typed)
            partner.new_guest = self._typed(f"guest-name-{at}", partner.new_guest)
        number = self._typed("number", state.number)
        if number != state.number:
            state.number = number
            state.touched.add("number")
        state.new_person = self._typed("person-name", state.new_person)

    def _typed(self, id: str, known: str) -> str:
        """Return the text of a box that was edited since it was filled, or else the known one."""
        text = self.query_one(f"#{id}", AnswerBox).text
        return known if text == self._filled.get(id, "") else text

    def on_submitted(self, event: Submitted) -> None:
        event.stop()
        self.action_start()

    def action_start(self) -> None:
        if self._guard is not None and self._guard.rejects():
            return  # typed before the screen was visible
        self._begin()

    def _begin(self) -> None:
        self._guard = None
        if not self._starting:
            self._starting = True
            self.connection_tests.stop()
            self._read_boxes()
            # a worker of the app, because this screen is removed when the game opens
            self.app.run_worker(self._start(), group="start", exclusive=True)

    async def _start(self) -> None:
        for field in self.query(LabelledField):
            field.show_error("")
        seen = self.loaded.is_set()
        try:
            with self.busy():
                await self.loaded.wait()
            await self.wait_composed()
            if not self.is_current:
                return
            substitutes = any(each.substitute for each in self.state.partners.values())
            if not seen and (substitutes or self.state.unreachable):
                return  # Enter was pressed before the screen showed who will play, or cannot
            choices = choices_of(self.state, self.words)
            if choices.person != self.context.person:
                self.context.choose_person(choices.person)
            self.program.show_person()
            await start(self, choices, instead=True)
        except InvalidField as error:
            await self.wait_composed()
            self._show_field_error(error.field, message_of(error))
        except (PlayError, StoreError) as error:
            await self.wait_composed()
            self._show_field_error(field_of(self.state, error), message_of(error))
        finally:
            self._starting = False
            self.remove_class("-at-once")

    def _show_field_error(self, field: str, message: str) -> None:
        row = self._field(field)
        row.show_error(self.interface.show(message))
        row.editor.focus()
        row.scroll_visible(animate=False)

    def action_back(self) -> None:
        """Stop a running connection test, or else go back."""
        if not self.connection_tests.stop():
            self.dismiss(None)

    def action_test_connection(self) -> None:
        """Test the connection to the model in the focused field, or else the first one."""
        self._read_boxes()
        seat = self._model_seat()
        if seat is not None:
            self.connection_tests.start(seat)

    def _model_seat(self) -> str | None:
        state, focused = self.state, self.focused
        at = (focused.id or "").rpartition("-")[2] if focused is not None else ""
        first = [seat for seat in state.others if at.isdecimal() and seat is state.seats[int(at)]]
        models = (seat.name for seat in (*first, *state.others) if state.partners[seat.name].model)
        return next(models, None)

    def action_list(self) -> None:
        """List all options of the focused field."""
        if isinstance(self.focused, Stepper):
            self._open_options(self.focused)

    @on(Stepper.Opened)
    def _opened(self, event: Stepper.Opened) -> None:
        event.stepper.focus()
        self._open_options(event.stepper)

    def _open_options(self, stepper: Stepper) -> None:
        """List the options of a field and apply the chosen one."""
        id = stepper.id or ""
        label = str(self.query_one(f"#row-{id} .name", Static).visual)
        if id.startswith("partner-"):
            self._list_partners(stepper, self.state.seats[int(id.rpartition("-")[2])].name, label)
        elif len(stepper.options) > 1:

            def chosen(value: str | None) -> None:
                if value is not None:
                    stepper.choose(value)

            asked = ChoiceDialog(self.interface, label, stepper.options, stepper.value())
            self.app.push_screen(asked, chosen)

    def _list_partners(self, stepper: Stepper, seat: str, label: str) -> None:
        state = self.state
        now = state.partners[seat]

        def chosen(word: str | None) -> None:
            if word is not None:
                state.set_partner(seat, word)
                stepper.set_options(self.words.players(seat), state.partners[seat].player)
                stepper.choose(state.partners[seat].player)

        self.open(OpenPartners(label, state.casting(seat), now.model or now.player), chosen)

    def action_card(self) -> None:
        """Show the language pack card: where the prompts of the chosen language come from."""

        self.open(pack_card(self.context, self.state.packs[self.state.language]))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "test_connection":
            return self._model_seat() is not None
        if action == "list":
            return isinstance(self.focused, Stepper)
        if action == "card":
            here = self.focused is not None and self.focused.id == "language"
            return here and not self.state.source and self.state.language in self.state.packs
        return True

    def help_game(self) -> str:
        return self.listing.card.id

    def help_texts(self) -> Iterator[tuple[str, str]]:
        return self.words.help_texts()


class ConnectionTests:
    """A tester of connections to models for a setup screen, one call at a time.

    ``clock`` returns seconds.
    """

    def __init__(
        self,
        screen: SetupScreen,
        state: SetupState,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._screen = screen
        self._state = state
        self._clock = clock
        self._began = 0.0
        self._seat: str | None = None
        self._worker: Worker[None] | None = None
        self._timer: Timer | None = None

    def start(self, seat: str) -> None:
        """Test the model chosen for a seat; a running test is cancelled."""
        self.stop()
        self._seat, self._began = seat, self._clock()
        word = self._state.partners[seat].model
        self._state.connection_tests.pop(word, None)
        self._worker = self._screen.run_worker(self._run(word), group="hello", exclusive=True)
        self._timer = self._screen.set_interval(1, self._show)
        self._screen.show()

    def stop(self) -> bool:
        """Cancel the running test; return False if there is none."""
        if self._worker is None:
            return False
        self._worker.cancel()
        self._finish()
        return True

    def note(self, seat: str) -> Content:
        """Return the progress note of a seat's connection test; empty if none is running."""
        if seat != self._seat:
            return Content("")
        return self._screen.words.test_progress(self._clock() - self._began)

    async def _run(self, word: str) -> None:
        try:
            said = await check_named_connection(await self._screen.context.service(), word)
        except PlayError as error:
            said = ConnectionResult(ok=False, problem=message_of(error))
        self._state.connection_tests[word] = said
        await self._screen.wait_composed()
        self._finish()

    def _finish(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._worker = self._timer = self._seat = None
        self._show()

    def _show(self) -> None:
        if self._screen.is_attached and not self._screen.composing:
            self._screen.show()
