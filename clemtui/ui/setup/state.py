"""The state of the setup screen: the choices made so far and the options; no widgets."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from clemtui.engine import OBSERVER, Game, Seat, Texts, playable_with
from clemtui.episode.condition import aids_of
from clemtui.episode.offers.connection_test import ConnectionResult
from clemtui.episode.offers.last_choices import ExperimentChoice
from clemtui.episode.offers.next_instance import unseen
from clemtui.episode.offers.partners import Offer, mark_scripted
from clemtui.episode.planning.casting import Casting, language_obstacle, unscripted
from clemtui.episode.planning.listing import GameListing
from clemtui.episode.planning.plan import HUMAN, MAX_SEED, SCRIPTED, Choices
from clemtui.episode.planning.readiness import Reason
from clemtui.episode.planning.seeds import SEED_BITS
from clemtui.records.rows import ExposureKind, Interface

TYPED_MODEL = "\0typed"
"""Value of a player field: a model whose name is typed in the field below."""
NEW = "\0new"
"""Value of a person or experiment field: a new one."""
ALL_AIDS = "\0all"
NO_AIDS = "\0none"
"""Values of the field for aids, beside the id of each aid."""


@dataclass
class PartnerChoice:
    """Who is to take a seat.

    Attributes:
        player: the word of an offer, or `TYPED_MODEL`.
        typed: the model's name, if it is typed.
        guest: the pseudonym of a known person; or `NEW`, with the name in ``new_guest``; empty for
            the first person available.
        substitute: whether a person was chosen automatically because the scripted player does not
            speak the language.
    """

    player: str = SCRIPTED
    typed: str = ""
    guest: str = ""
    new_guest: str = ""
    substitute: bool = False

    @property
    def model(self) -> str:
        """The word for a model; empty if no model is to play."""
        if self.player in (SCRIPTED, HUMAN):
            return ""
        return self.typed.strip() if self.player == TYPED_MODEL else self.player.removeprefix("\0")

    @property
    def name(self) -> str:
        """The pseudonym of a person at this keyboard; empty if there is none."""
        if self.player != HUMAN:
            return ""
        return self.new_guest.strip() if self.guest == NEW else self.guest


@dataclass
class SetupState:
    """The choices made so far.

    ``touched`` names the fields set by hand, which are never overridden.
    """

    listing: GameListing
    person: str
    seat: str
    language: str
    partners: dict[str, PartnerChoice]
    interface: Interface = "assisted"
    aids: str = ALL_AIDS
    experiment: str = ""
    number: str = ""
    practice: bool = False
    new_person: str = ""
    touched: set[str] = field(default_factory=set)
    seeded: bool = False
    """Whether the number is a seed."""

    source: str = ""
    """Path of the instance file to choose from; empty for the bundled instances."""

    files: tuple[Path, ...] = ()
    """The instance files in the person's clembench checkout."""

    offers: tuple[Offer, ...] = ()
    groups: tuple[ExperimentChoice, ...] = ()
    packs: Mapping[str, Texts] = field(default_factory=dict)
    """The texts of the game's language packs, by language."""

    game: Game | None = None
    """The game's rules, once loaded."""

    unscripted: dict[str, tuple[Seat, ...]] = field(default_factory=dict)
    """For each language chosen so far, the seats whose scripted player does not speak it."""

    people: tuple[str, ...] = ()
    seen: dict[str, Mapping[str, frozenset[ExposureKind]]] = field(default_factory=dict)
    """What people have met, by exposure key, and how; by their name, once loaded."""
    connection_tests: dict[str, ConnectionResult] = field(default_factory=dict)
    """The results of connection tests, by the word for the model."""

    @classmethod
    def of(
        cls,
        listing: GameListing,
        language: str,
        person: str,
        seat: str | None = None,
    ) -> SetupState:
        """Return the defaults, with a seat if one was given."""
        seats = [seat for seat in listing.card.seats if not seat.service]
        return cls(
            listing=listing,
            person=person,
            seat=seat or seats[0].name,
            touched={"seat"} if seat else set(),
            language=language,
            partners={seat.name: PartnerChoice() for seat in seats},
        )

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that can be taken."""
        return tuple(seat for seat in self.listing.card.seats if not seat.service)

    @property
    def others(self) -> tuple[Seat, ...]:
        """The seats taken by others."""
        return tuple(seat for seat in self.seats if seat.name != self.seat)

    @property
    def person_name(self) -> str:
        """The pseudonym of the person who plays or watches."""
        return self.new_person.strip() if self.person == NEW else self.person

    @property
    def playing(self) -> tuple[str, ...]:
        """The pseudonyms of all who play or watch here, as far as they have names."""
        guests = (self.partners[seat.name].name for seat in self.others)
        return tuple(name for name in (self.person_name, *guests) if name)

    @property
    def available_aids(self) -> tuple[str, ...]:
        """The ids of the aids to choose from: none if nobody here plays."""
        return () if self.seat == OBSERVER else aids_of(self.listing.card, self.interface)

    @property
    def chosen_aids(self) -> tuple[str, ...] | None:
        """The ids of the aids to switch on; None for all there are."""
        if self.aids == NO_AIDS and self.available_aids:
            return ()
        return (self.aids,) if self.aids in self.available_aids else None

    def casting(self, seat: str) -> Casting | None:
        """Return the requirements for a partner in a seat, or None before the rules are loaded."""

        seats = tuple(each for each in self.seats if each.name == seat)
        return None if self.game is None else Casting(self.game, self.language, seats)

    async def find_unscripted(self) -> None:
        """Find out which seats have no scripted player in the chosen language."""

        language = self.language
        if self.game is not None and language not in self.unscripted:
            self.unscripted[language] = await asyncio.to_thread(
                unscripted, self.game, language, self.seats
            )

    def why_unscripted(self, seat: str) -> Reason | None:
        """Return why the scripted player cannot take a seat, or None if it can as far as known."""
        if all(each.name != seat for each in self.unscripted.get(self.language, ())):
            return None

        return language_obstacle(self.language)

    def offers_for(self, seat: str) -> tuple[Offer, ...]:
        """Return the offers for a seat in the chosen language; empty until the offers are known."""
        if not self.offers:
            return ()

        return mark_scripted(self.offers, self.why_unscripted(seat))

    def offer(self, player: str, seat: str) -> Offer | None:
        """Return the offer for the player chosen for a seat, if there is one."""
        return next((each for each in self.offers_for(seat) if option_of(each) == player), None)

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages to choose from; a clembench file may restrict them."""
        spoken = dict.fromkeys(group.language for group in self.groups)
        if self.source and None not in spoken:
            return tuple(language for language in spoken if language is not None)
        return self.listing.languages

    def use_source(self, groups: Sequence[ExperimentChoice], source: str) -> None:
        """Switch to the instances of another source."""
        self.groups, self.source = tuple(groups), source
        if self.language not in self.languages:
            self.language = self.languages[0]
        self.touched -= {"experiment", "number"}
        self.experiment = ""

    def groups_here(self) -> tuple[ExperimentChoice, ...]:
        """Return the experiments that can be played in the chosen language."""
        return tuple(g for g in self.groups if playable_with(g.language, self.language))

    @property
    def group(self) -> ExperimentChoice | None:
        """The chosen experiment, or None to create a new instance."""
        return next((g for g in self.groups_here() if g.name == self.experiment), None)

    def complete(self) -> None:
        """Complete the choices.

        Choose partners that speak the language and an existing experiment. Unless a number was
        typed, choose an instance of it that nobody who plays has seen yet, or a new seed.
        """
        for seat in self.seats:
            self._complete_partner(seat)
        if self.groups and self.group is None and (self.source or self.experiment != NEW):
            here = self.groups_here()
            self.experiment = here[0].name if here else NEW
            self.touched.discard("number")
        if "number" in self.touched:
            return
        group = self.group
        if group is not None:
            new = self._new_number()
            self.number = str(next(iter(group.exposure_keys)) if new is None else new)
        elif self.experiment == NEW and not self.seeded:
            self.number = str(secrets.randbits(SEED_BITS))
        self.seeded = group is None and self.experiment == NEW

    def _complete_partner(self, seat: Seat) -> None:
        """Swap a default scripted player that cannot play for a new person, and back later."""
        partner, unscripted = self.partners[seat.name], self.why_unscripted(seat.name) is not None
        if f"partner-{seat.name}" in self.touched or partner.substitute == unscripted:
            return
        if partner.substitute:
            partner.player, partner.substitute = SCRIPTED, False
        elif partner.player == SCRIPTED:
            partner.player, partner.guest, partner.substitute = HUMAN, NEW, True

    @property
    def wanted(self) -> int | None:
        """The number of an instance, or the seed, that was typed; None if it is no whole number.

        One that is too large for a seed is read as the first such number.
        """
        typed = self.number.strip()
        if not (typed.isascii() and typed.isdecimal()):
            return None
        digits = typed.lstrip("0") or "0"
        return int(digits) if len(digits) <= len(str(MAX_SEED)) else MAX_SEED + 1

    @property
    def settled(self) -> bool:
        """Whether there is nothing to decide: the partners can play, the task is new to all."""
        partners = [(seat.name, self.partners[seat.name]) for seat in self.others]
        offers = (self.offer(partner.player, seat) for seat, partner in partners)
        ready = all(offer is None or offer.ready is not False for offer in offers)
        chosen = not any(partner.substitute for _, partner in partners)
        reached = not self.unreachable
        return ready and chosen and reached and self._new_number() is not None

    @property
    def models(self) -> tuple[str, ...]:
        """The words for the models that are to take seats."""
        chosen = (self.partners[seat.name].model for seat in self.others)
        return tuple(dict.fromkeys(filter(None, chosen)))

    @property
    def unreachable(self) -> tuple[str, ...]:
        """The seats of models whose last connection test failed."""
        tests = ((seat.name, self.partners[seat.name].model) for seat in self.others)
        failed = {word for word, test in self.connection_tests.items() if not test.ok}
        return tuple(seat for seat, word in tests if word in failed)

    def choose_new(self) -> None:
        """Go on to the next experiment with a task that nobody who plays has met, if the chosen one
        has none."""
        groups = self.groups_here()
        at = next((n for n, group in enumerate(groups) if group.name == self.experiment), 0)
        following = (*groups[at:], *groups[:at])
        found = next((group for group in following if self._new_in(group) is not None), None)
        if found is not None:
            self.experiment = found.name
            self.complete()

    def _new_number(self) -> int | None:
        """Return the first instance of the experiment that nobody who plays has met."""
        return None if self.group is None else self._new_in(self.group)

    def _new_in(self, group: ExperimentChoice) -> int | None:
        seen = {key for name in self.playing for key in self.seen.get(name, ())}
        return unseen(group.exposure_keys, seen, self.playing)

    def exposures(self) -> frozenset[ExposureKind]:
        """Return in which ways the person has already seen the chosen instance."""
        group = self.group
        if group is None or self.wanted is None:
            return frozenset()
        own = self.seen.get(self.person_name, {})
        return own.get(group.exposure_keys.get(self.wanted, ""), frozenset())

    def all_seen(self) -> bool:
        """Return whether the person has seen every instance of the chosen experiment."""
        group = self.group
        own = self.seen.get(self.person_name, {})
        return group is not None and own.keys() >= set(group.exposure_keys.values())

    def restore(self, last: Choices) -> None:
        """Restore the previous choices, except in fields set by hand since."""
        if "seat" not in self.touched and last.seat in self.partners:
            self.seat = last.seat
        if "language" not in self.touched and last.language in self.listing.languages:
            self.language = last.language
        if "interface" not in self.touched:
            self.interface = last.interface
        all_aids = last.aids in (None, aids_of(self.listing.card, last.interface))
        if "aids" not in self.touched and self.interface == last.interface and not all_aids:
            self.aids = next(iter(last.aids or ()), NO_AIDS)
        if "experiment" not in self.touched and any(
            group.name == last.experiment for group in self.groups_here()
        ):
            self.experiment = last.experiment or ""
        if "seat" in self.touched:
            return  # the previous partners say nothing about another distribution of seats
        for seat, word in zip(self.others, last.partner, strict=False):
            if f"partner-{seat.name}" not in self.touched:
                self.set_partner(seat.name, word)

    def set_partner(self, seat: str, word: str) -> None:
        """Assign a seat to the player for a partner word, as in `Choices.partner`."""
        partner = self.partners[seat]
        partner.substitute = False
        kind, _, name = word.partition(":")
        if kind == HUMAN:
            partner.player = HUMAN
            if name in self.people:
                partner.guest = name
            elif name:
                partner.guest, partner.new_guest = NEW, name
        elif word == SCRIPTED or self.offer(word, seat) is not None:
            partner.player = word
        else:
            partner.player, partner.typed = TYPED_MODEL, word


def option_of(offer: Offer) -> str:
    """Return the field value for an offer; an offer without a word cannot be played with."""
    return offer.word or f"\0{offer.title}"
