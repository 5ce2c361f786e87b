"""What is chosen on the set-up screen so far, and what there is to choose from; no widgets."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from clemtui.engine import Game, Seat, Texts, playable_with
from clemtui.episode.planning.listing import GameListing
from clemtui.episode.planning.plan import HUMAN, SCRIPTED, SEED_BITS

if TYPE_CHECKING:
    from clemtui.episode.offers.connection_test import Hello
    from clemtui.episode.offers.last_choices import Group
    from clemtui.episode.offers.partners import Offer
    from clemtui.episode.planning.casting import Casting
    from clemtui.episode.planning.plan import Choices
    from clemtui.episode.planning.readiness import Reason
    from clemtui.records.rows import ExposureKind

TYPED = "\0typed"
"""Instead of a player: a model by the name that stands in the field below."""
NEW = "\0new"
"""Instead of a name or an experiment: one that there is not yet."""


@dataclass
class Partner:
    """Who is to take a seat.

    Attributes:
        player: the word of an offer, or `TYPED`.
        typed: the model's name, where it is typed.
        guest: the pseudonym of a person here, or `NEW` and their name in ``new_guest``; empty: the
            first who could sit there.
        instead: whether a person is to play because the scripted player does not speak the
            language, not because somebody chose that.
    """

    player: str = SCRIPTED
    typed: str = ""
    guest: str = ""
    new_guest: str = ""
    instead: bool = False

    @property
    def model(self) -> str:
        """The word for a model; empty where none is to play."""
        if self.player in (SCRIPTED, HUMAN):
            return ""
        return self.typed.strip() if self.player == TYPED else self.player.removeprefix("\0")

    @property
    def name(self) -> str:
        """The pseudonym of a person here; empty where there is none."""
        if self.player != HUMAN:
            return ""
        return self.new_guest.strip() if self.guest == NEW else self.guest


@dataclass
class SetUpState:
    """What is chosen so far. ``touched`` names what was chosen by hand, which nothing overrides."""

    listing: GameListing
    person: str
    seat: str
    language: str
    partners: dict[str, Partner]
    interface: Literal["assisted", "verbatim"] = "assisted"
    experiment: str = ""
    number: str = ""
    practice: bool = False
    new_person: str = ""
    touched: set[str] = field(default_factory=set)
    seeded: bool = False
    """Whether the number is a seed."""

    source: str = ""
    """The instance file that is chosen from, by its path; empty: the bundled instances."""

    files: tuple[Path, ...] = ()
    """The instance files of the person's clembench checkout."""

    offers: tuple[Offer, ...] = ()
    groups: tuple[Group, ...] = ()
    packs: Mapping[str, Texts] = field(default_factory=dict)
    """The texts of the game's language packs, by language."""

    game: Game | None = None
    """The rules, once they are loaded."""

    silent: dict[str, tuple[Seat, ...]] = field(default_factory=dict)
    """The seats whose scripted player does not speak a language, for those that were chosen."""

    people: tuple[str, ...] = ()
    met: Mapping[str, frozenset[ExposureKind]] = field(default_factory=dict)
    hellos: dict[str, Hello] = field(default_factory=dict)
    """What came of saying hello, by the word for the model."""

    @classmethod
    def of(
        cls,
        listing: GameListing,
        language: str,
        person: str,
        seat: str | None = None,
    ) -> SetUpState:
        """What is chosen where nobody has chosen anything, but perhaps a seat."""
        seats = [seat for seat in listing.card.seats if not seat.service]
        return cls(
            listing=listing,
            person=person,
            seat=seat or seats[0].name,
            touched={"seat"} if seat else set(),
            language=language,
            partners={seat.name: Partner() for seat in seats},
        )

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that can be taken."""
        return tuple(seat for seat in self.listing.card.seats if not seat.service)

    @property
    def others(self) -> tuple[Seat, ...]:
        """The seats that somebody else takes."""
        return tuple(seat for seat in self.seats if seat.name != self.seat)

    @property
    def player(self) -> str:
        """The pseudonym of who plays or watches."""
        return self.new_person.strip() if self.person == NEW else self.person

    def casting(self, seat: str) -> Casting | None:
        """What a partner in a seat is chosen for; None before the rules are loaded."""
        from clemtui.episode.planning.casting import Casting

        seats = tuple(each for each in self.seats if each.name == seat)
        return None if self.game is None else Casting(self.game, self.language, seats)

    async def find_scripts(self) -> None:
        """Learn whose scripted player does not speak the chosen language."""
        from clemtui.episode.planning.casting import unscripted

        language = self.language
        if self.game is not None and language not in self.silent:
            self.silent[language] = await asyncio.to_thread(
                unscripted, self.game, language, self.seats
            )

    def obstacle(self, seat: str) -> Reason | None:
        """Why the scripted player cannot take a seat, as far as is known."""
        if all(each.name != seat for each in self.silent.get(self.language, ())):
            return None
        from clemtui.episode.planning.casting import does_not_speak

        return does_not_speak(self.language)

    def offers_for(self, seat: str) -> tuple[Offer, ...]:
        """Whoever could take a seat, in the chosen language; nobody before that is known."""
        if not self.offers:
            return ()
        from clemtui.episode.offers.partners import with_obstacle

        return with_obstacle(self.offers, self.obstacle(seat))

    def offer(self, player: str, seat: str) -> Offer | None:
        """What was found out about a player that was chosen for a seat."""
        return next((each for each in self.offers_for(seat) if player_of(each) == player), None)

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages to choose from; a file of clembench has its own."""
        spoken = dict.fromkeys(group.language for group in self.groups)
        if self.source and None not in spoken:
            return tuple(language for language in spoken if language is not None)
        return self.listing.languages

    def take(self, groups: Sequence[Group], source: str) -> None:
        """Choose from other instances."""
        self.groups, self.source = tuple(groups), source
        if self.language not in self.languages:
            self.language = self.languages[0]
        self.touched -= {"experiment", "number"}
        self.experiment = ""

    def groups_here(self) -> tuple[Group, ...]:
        """The experiments that can be played in the chosen language."""
        return tuple(g for g in self.groups if playable_with(g.language, self.language))

    @property
    def group(self) -> Group | None:
        """The chosen experiment; None: a new instance is made."""
        return next((g for g in self.groups_here() if g.name == self.experiment), None)

    def settle(self) -> None:
        """Choose partners that speak the language, an experiment that there is, and its next
        instance that was not met yet, or a new seed, unless a number was typed."""
        for seat in self.seats:
            self._settle_partner(seat)
        if self.groups and self.group is None and (self.source or self.experiment != NEW):
            here = self.groups_here()
            self.experiment = here[0].name if here else NEW
            self.touched.discard("number")
        if "number" in self.touched:
            return
        group = self.group
        if group is not None:
            self.number = str(next(self._unmet(group), next(iter(group.tasks))))
        elif self.experiment == NEW and not self.seeded:
            self.number = str(secrets.randbits(SEED_BITS))
        self.seeded = group is None and self.experiment == NEW

    def _settle_partner(self, seat: Seat) -> None:
        """Let a person play who is not known yet, as long as the scripted player that nobody chose
        cannot."""
        partner, silent = self.partners[seat.name], self.obstacle(seat.name) is not None
        if f"partner-{seat.name}" in self.touched or partner.instead == silent:
            return
        if partner.instead:
            partner.player, partner.instead = SCRIPTED, False
        elif partner.player == SCRIPTED:
            partner.player, partner.guest, partner.instead = HUMAN, NEW, True

    def _unmet(self, group: Group) -> Iterator[int]:
        return (number for number, task in group.tasks.items() if task not in self.met)

    def met_before(self) -> frozenset[ExposureKind]:
        """How whoever plays has met the chosen instance."""
        group = self.group
        if group is None or not self.number.isdecimal():
            return frozenset()
        return self.met.get(group.tasks.get(int(self.number), ""), frozenset())

    def all_met(self) -> bool:
        """Whether nothing new is left in the chosen experiment."""
        group = self.group
        return group is not None and next(self._unmet(group), None) is None

    def remember(self, last: Choices) -> None:
        """Choose what was chosen the last time, but for what was chosen by hand since."""
        if "seat" not in self.touched and last.seat in self.partners:
            self.seat = last.seat
        if "language" not in self.touched and last.language in self.listing.languages:
            self.language = last.language
        if "interface" not in self.touched:
            self.interface = last.interface
        if "experiment" not in self.touched and any(
            group.name == last.experiment for group in self.groups_here()
        ):
            self.experiment = last.experiment or ""
        if "seat" in self.touched:
            return  # who had which seat does not say who is to have another
        for seat, word in zip(self.others, last.partner, strict=False):
            if f"partner-{seat.name}" not in self.touched:
                self.choose(seat.name, word)

    def choose(self, seat: str, word: str) -> None:
        """Give a seat to whom a word stands for, as in `Choices.partner`."""
        partner = self.partners[seat]
        partner.instead = False
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
            partner.player, partner.typed = TYPED, word


def player_of(offer: Offer) -> str:
    """What is chosen by an offer; those without a word cannot be played with."""
    return offer.word or f"\0{offer.title}"
