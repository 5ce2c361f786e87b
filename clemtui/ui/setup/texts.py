"""The texts of the setup screen: options, notes below the fields, and the summary line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from textual.content import Content

from clemtui.engine import OBSERVER, GameCard, Label, Seat, base_language, playable_with
from clemtui.episode.condition import END_WARNING
from clemtui.episode.offers.connection_test import ConnectionResult
from clemtui.episode.offers.last_choices import ExperimentChoice
from clemtui.episode.offers.partners import Offer
from clemtui.episode.planning.other_languages import is_reviewed
from clemtui.episode.planning.people import guest_name
from clemtui.episode.planning.plan import HUMAN, SCRIPTED
from clemtui.language import Labels, Localised, join_sentences, one_line, shorten, translatable
from clemtui.language.width import cell_count
from clemtui.ui.setup.state import ALL_AIDS, NEW, NO_AIDS, TYPED_MODEL, SetupState, option_of
from clemtui.ui.shell.context import Context
from clemtui.wording.phrases import END_WARNING_NAME, player_name

Option = tuple[str, str]
"""A value and its label."""

MAX_NAME_WIDTH = 40
"""Maximum width of a name in the summary line, in cells."""

# The first matching entry is shown.
_EXPOSURE_NOTES = (
    ("played", translatable("You have already played this one.")),
    ("saw solution", translatable("You have already seen the solution of this one.")),
    ("reviewed", translatable("You have already read an episode with this one.")),
    ("watched", translatable("You have already watched this one being played.")),
    ("other seat", translatable("You have already played this one in the other role.")),
)


class SetupTexts:
    """The texts of the setup screen, in the current interface language."""

    def __init__(self, context: Context, state: SetupState) -> None:
        self.context = context
        self.state = state
        self.ui = context.interface
        self.labels: Labels = context.labels(state.listing.card.id)

    def role(self, seat: Seat) -> Localised:
        """Return the role of a seat, with the seat's name if several seats share the role."""
        listing = self.state.listing
        role = self.labels.say(listing.role(seat.name))
        if [each.role for each in listing.card.seats].count(seat.role) == 1:
            return role
        return self.ui.text("{role} ({seat})", role=role, seat=seat.name)

    def seats(self) -> list[Option]:
        """Return the seats to choose from, and watching."""
        seats = [(seat.name, str(self.role(seat))) for seat in self.state.seats]
        return [*seats, (OBSERVER, self.ui.text("none, just watch"))]

    def partner(self, seat: Seat) -> Localised:
        """Return the label of the field that chooses who takes a seat."""
        if self.state.seat == OBSERVER:
            return self.role(seat)
        return self.ui.text("Partner ({role})", role=self.role(seat))

    def players(self, seat: str) -> list[Option]:
        """Return the possible players of a seat.

        A model by name is listed before the players that are not available.
        """
        ui, offers = self.ui, self.state.offers_for(seat)
        typed = (TYPED_MODEL, ui.text("another model, by name"))
        if not offers:
            named = [(name, one_line(name)) for name in self.context.settings.models]
            always = [(word, player_name(ui, word)) for word in (SCRIPTED, HUMAN)]
            return [*always, *named, typed]
        able = [self._named(each) for each in offers if self.is_available(each) is not False]
        unable = [self._named(each) for each in offers if self.is_available(each) is False]
        return [*able, typed, *unable]

    def _named(self, offer: Offer) -> Option:
        name = player_name(self.ui, offer.title)
        return option_of(offer), f"✗ {name}" if self.is_available(offer) is False else name

    def is_available(self, offer: Offer) -> bool | None:
        """Return whether a player is available, or None if that is not known yet."""
        tried = self.state.connection_tests.get(offer.word)
        return True if tried is not None and tried.ok else offer.ready

    def partner_note(self, seat: str) -> Content:
        """Return the note on the player chosen for a seat."""
        ui, partner = self.ui, self.state.partners[seat]
        why = self.state.why_unscripted(seat) if partner.substitute else None
        if why is not None:
            return Content.styled(f"! {' '.join(why.sentences(ui))}", "$text-warning")
        if partner.player == HUMAN:
            if partner.name or not self.state.person_name:
                return Content("")
            return self._muted(
                ui.text(
                    "If this is left empty, the name is {name}.",
                    name=guest_name(seat, self.state.person_name),
                )
            )
        hello = self.state.connection_tests.get(partner.model)
        if hello is not None:
            return self._test_result(hello, partner.model)
        offer = self.state.offer(partner.player, seat)
        if offer is not None and offer.ready is False:
            said = (
                " ".join(offer.why.sentences(ui)) if offer.why is not None else ui.text("not ready")
            )
            return Content.styled(f"✗ {said}", "$text-warning")
        if offer is None or offer.source == "scripted":
            return Content("")
        where = {
            "recent": ui.text("You have played with it before."),
            "settings": ui.text("Configured in the settings."),
            "server": ui.text("Its server responded."),
        }[offer.source]
        detail = f" {one_line(offer.detail)}" if offer.detail else ""
        return self._muted(f"{where}{detail}")

    def test_progress(self, seconds: float) -> Content:
        """Return the note shown while a connection is tested."""
        waited = self.ui.duration(round(seconds))
        return self._muted(self.ui.text("Testing the connection… {time}  Esc: stop", time=waited))

    def _test_result(self, hello: ConnectionResult, word: str) -> Content:
        ui = self.ui
        if not hello.ok:
            return Content.styled(
                f"✗ {one_line(ui.show(join_sentences(hello.problem, hello.hint)))}", "$text-error"
            )
        time = ui.duration(hello.seconds)
        if not hello.text.strip():
            said = ui.text(
                "It works, but spent its whole token limit on reasoning ({time}).", time=time
            )
        else:
            text = shorten(one_line(hello.text), 60, cell_count)
            said = ui.text("It answered after {time}: {text}", time=time, text=text)
        asked = word.rpartition("@")[0] or word
        name = hello.model_as_answered
        known = "" if not name or asked.endswith(name) else f" ({one_line(name)})"
        return Content.styled(f"✓ {said}{known}", "$text-success")

    def guests(self) -> list[Option]:
        """Return the people who could join at this keyboard, and a new one."""
        state = self.state
        return self._and_new(name for name in state.people if name != state.person_name)

    def people(self) -> list[Option]:
        """Return the people who could play, and a new one."""
        here = self.context.person
        return self._and_new(
            dict.fromkeys((here, *self.state.people) if here else self.state.people)
        )

    def _and_new(self, names: Iterable[str]) -> list[Option]:
        known = [(name, one_line(name)) for name in names]
        return [*known, (NEW, self.ui.text("someone new"))]

    def languages(self) -> list[Option]:
        """Return the prompt languages, that of the interface first."""
        ui, state = self.ui, self.state
        own = ui.language.partition("-")[0]

        def place(tag: str) -> tuple[bool, str, str]:
            return tag.partition("-")[0] != own, ui.language_name(base_language(tag)), tag

        return [(tag, self._language(tag)) for tag in sorted(state.languages, key=place)]

    def _language(self, tag: str) -> str:
        """Return the name of a language, with the number of instances once that is known."""
        name = self.ui.language_name(tag)
        here = [each for each in self.state.groups if playable_with(each.language, tag)]
        return self._counted(name, here) if here else name

    def _counted(self, name: str, groups: Iterable[ExperimentChoice]) -> str:
        """Return a name with the number of instances in some experiments."""
        n = sum(len(each.exposure_keys) for each in groups)
        return self.ui.plural("{name} ({n} instance)", "{name} ({n} instances)", n, name=name)

    def language_note(self) -> Content:
        """Return a note if no native speaker has reviewed the prompts.

        Prompts in English are originals and need no such note.
        """
        texts = self.state.packs.get(self.state.language)
        if self.state.source or texts is None or texts.base_language == "en" or is_reviewed(texts):
            return Content("")
        return self._muted(self.ui.text("Not yet reviewed by a native speaker."))

    def interfaces(self) -> list[Option]:
        """Return the interface conditions."""
        return [
            ("assisted", self.ui.text("assisted: board, form and hints")),
            ("board", self.ui.text("board: the board and the bare prompt")),
            ("verbatim", self.ui.text("verbatim: the bare prompt")),
        ]

    def aids(self) -> list[Option]:
        """Return the aids that can be on: all, none, or one of several."""
        card = self.state.listing.card
        named = [(each, self._aid(card, each)) for each in self.state.available_aids]
        every = self.ui.text("all") if len(named) > 1 else named[0][1]
        single = named if len(named) > 1 else []
        return [(ALL_AIDS, every), *single, (NO_AIDS, self.ui.text("no aids"))]

    def _aid(self, card: GameCard, aid: str) -> str:
        if aid == END_WARNING:
            return self.ui.text(END_WARNING_NAME)
        return self.labels.say(Label(f"{card.id}.aid.{aid}"))

    def practice(self) -> list[Option]:
        """Return the options for practice."""
        return [("", self.ui.text("no")), ("yes", self.ui.text("yes (not counted)"))]

    def experiments(self) -> list[Option]:
        """Return the experiments in the chosen language, and a new instance."""
        groups = self.state.groups_here()
        known = [(each.name, self._counted(self._experiment(each.name), [each])) for each in groups]
        new = (NEW, self.ui.text("new, from a seed"))
        return known if self.state.source else [*known, new]

    def _experiment(self, name: str) -> str:
        """Return the name of an experiment, with its id if that is another."""
        label, id = self.state.listing.experiment(name), one_line(name)
        return f"{self.labels.say(label)} · {id}" if self.labels.has(label) else id

    def sources(self) -> list[Option]:
        """Return the sources of instances: bundled ones, and the files of a clembench checkout."""
        ui = self.ui
        official = [
            (str(path), str(ui.text("clembench, official: {file}", file=path.stem)))
            for path in self.state.files
        ]
        return [("", "clemtui"), *official]

    def number(self) -> Localised:
        """Return the label of the number field."""
        group = self.state.group
        if group is None:
            return self.ui.text("Seed")
        return self.ui.text(
            "Number ({first} to {last})",
            first=min(group.exposure_keys),
            last=max(group.exposure_keys),
        )

    def number_note(self) -> Content:
        """Return a warning if the person has already seen the chosen instance."""
        ui, met = self.ui, self.state.exposures()
        said = next((ui.text(message) for kind, message in _EXPOSURE_NOTES if kind in met), None)
        if said is None:
            return Content("")
        if self.state.all_seen():
            said = ui.text(
                "{met} You have already seen every instance of this experiment.", met=said
            )
        return Content.styled(f"! {said}", "$text-warning")

    def summary(self) -> Content:
        """Return a line that lists who takes which seat."""
        ui, state = self.ui, self.state
        parts: list[str] = []
        for seat in state.seats:
            who = self._player_name(seat.name)
            parts.append(ui.text("{role}: {player}", role=self.role(seat), player=who))
        if state.seat == OBSERVER:
            parts.append(ui.text("{name} watches", name=one_line(state.person_name)))
        return Content(" · ".join(parts))

    def _player_name(self, seat: str) -> str:
        state, partner = self.state, self.state.partners[seat]
        if seat == state.seat:
            return one_line(state.person_name)
        if partner.player == HUMAN:
            return one_line(partner.name) or player_name(self.ui, HUMAN)
        offer = state.offer(partner.player, seat)
        name = offer.title if offer is not None else partner.model or partner.player
        if partner.player == TYPED_MODEL and not partner.model:
            return self.ui.text("a model")
        return shorten(player_name(self.ui, name), MAX_NAME_WIDTH, cell_count)

    def help_texts(self) -> Iterator[tuple[str, str]]:
        """Yield the headings and texts of the help."""
        ui = self.ui
        yield (
            ui.text("Choosing"),
            ui.text(
                "Up and Down move between fields, Left and Right change the choice, Space "
                "lists all options. Enter starts the game. Partners marked with ✗ are not "
                "available; the line below says why. F5 tests the connection to a model with "
                "one short call, which is not recorded."
            ),
        )
        yield (
            ui.text("Language pack"),
            ui.text(
                "In the language field, F7 shows where the prompts come from: who wrote "
                "or translated them, and whether a native speaker has reviewed them."
            ),
        )

    def _muted(self, said: str) -> Content:
        return Content.styled(said, "$text-muted")
