"""Planning an episode: from what a user chose to seats, players, instance, texts and condition."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import ValidationError

from clemtui.catalogue import Catalogue, CatalogueError
from clemtui.catalogue.errors import first_problem
from clemtui.config import ConfigError, Settings, resolve_model
from clemtui.engine import OBSERVER, Experiment, Game, Instance, Seat, Texts
from clemtui.play.condition import RESPONSE_LIMIT, Condition, InterfaceForm
from clemtui.play.errors import UsageError
from clemtui.players.base import PlayerKind
from clemtui.players.llm_parameters import ModelParameters

HUMAN = "human"
SCRIPTED = "scripted"
SEED_BITS = 31


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """Who fills a seat. ``name`` is what people read: a pseudonym, ``scripted``, or a model."""

    seat: Seat
    kind: PlayerKind
    name: str
    parameters: ModelParameters | None = None
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class EpisodePlan:
    """Everything that an episode needs to start."""

    game: Game
    rules_hash: str
    instance: Instance
    texts: Texts
    seats: tuple[SeatPlan, ...]
    condition: Condition
    tags: Mapping[str, str] = field(default_factory=dict)
    watcher: str = ""
    """The pseudonym of a person who watches without a seat."""

    @property
    def human_seats(self) -> tuple[str, ...]:
        """The seats that people fill."""
        return tuple(plan.seat.name for plan in self.seats if plan.kind == "human")


@dataclass(frozen=True, slots=True)
class ModelOverrides:
    """Parameters given on the command line for every model of an episode; None leaves them."""

    api_base: str | None = None
    temperature: float | None = None
    max_tokens: int | None = None
    timeout: float | None = None


@dataclass(frozen=True, slots=True)
class Choices:
    """What a user chose. Everything but the game has a default.

    Attributes:
        seat: the seat or role that the person takes; `OBSERVER` to watch; None: the first seat.
        partner: who fills the other seats: one player, or one per seat, in the seats' order.
        language: the prompt language; None: the instance's own, or the game's default.
        instances: an instance file, ours or the reference's own, instead of the bundled ones.
        experiment, game_id: which instance; or ``seed``: a newly generated one.
        aids: ids of the aids that are on; None: all of the game where the interface is assisted.
        person: the pseudonym of the person here, in every human seat, or watching.
    """

    game: str
    seat: str | None = None
    partner: Sequence[str] = (SCRIPTED,)
    language: str | None = None
    interface: InterfaceForm = "assisted"
    interface_language: str = "en"
    instances: Path | None = None
    experiment: str | None = None
    game_id: int | None = None
    seed: int | None = None
    practice: bool = False
    aids: Sequence[str] | None = None
    person: str = ""
    tags: Mapping[str, str] = field(default_factory=dict)
    models: ModelOverrides = field(default_factory=ModelOverrides)


def plan_episode(catalogue: Catalogue, settings: Settings, choices: Choices) -> EpisodePlan:
    """Turn choices into a plan.

    Raises:
        UsageError: if a game, seat, language, experiment, number or player does not exist, or the
            choices do not fit together, or a file cannot be used; the message says what there is.
    """
    try:
        game = catalogue.game(choices.game)
        instance = find_instance(catalogue, choices)
        texts = catalogue.texts(instance, choices.language)
    except CatalogueError as error:
        raise UsageError(str(error)) from None
    condition = Condition(
        interface=choices.interface,
        aids=_aids(game, choices),
        prompt_language=texts.language,
        interface_language=choices.interface_language,
        practice=choices.practice,
        response_limit=RESPONSE_LIMIT,
    )
    seats = _seats(game, settings, choices)
    playing = any(seat.kind == "human" for seat in seats)
    if any(seat.kind == "human" and not seat.name for seat in seats):
        raise UsageError("somebody plays, but it was not said who: give a name with --as")
    return EpisodePlan(
        game=game,
        rules_hash=catalogue.family(choices.game).rules_hash,
        instance=instance,
        texts=texts,
        seats=seats,
        condition=condition,
        tags=choices.tags,
        watcher="" if playing else choices.person.strip(),
    )


def _aids(game: Game, choices: Choices) -> tuple[str, ...]:
    if choices.interface == "verbatim":
        return ()
    if choices.aids is None:
        return game.card.aids
    unknown = [aid for aid in choices.aids if aid not in game.card.aids]
    if unknown:
        known = ", ".join(game.card.aids) or "none"
        raise UsageError(f"{game.card.id} has no aid {unknown[0]!r}; its aids are: {known}")
    return tuple(choices.aids)


def find_instance(catalogue: Catalogue, choices: Choices) -> Instance:
    """The instance that was chosen: by number, by seed, or the first of the first experiment.

    Raises:
        CatalogueError: if it does not exist.
        UsageError: if a seed is combined with what names an instance, or there are no instances.
    """
    named = choices.experiment is not None or choices.game_id is not None
    if choices.seed is not None:
        if named or choices.instances:
            raise UsageError(
                "--seed makes a new instance: leave out --experiment, --game-id and --instances"
            )
        language = choices.language or catalogue.default_language(choices.game)
        return _generated(catalogue, choices.game, language, choices.seed)
    experiments = find_experiments(catalogue, choices)
    experiment = choices.experiment or experiments[0].name
    game_id = choices.game_id
    if game_id is None:
        first = [i.game_id for e in experiments if e.name == experiment for i in e.instances]
        game_id = first[0] if first else 0
    return catalogue.instance(experiments, experiment, game_id)


def find_experiments(catalogue: Catalogue, choices: Choices) -> tuple[Experiment, ...]:
    """The experiments of the chosen file, or the bundled ones, in the chosen language. Where no
    language was chosen: all of a file, or the bundled ones in the game's default language.

    Raises:
        CatalogueError: if the file cannot be used.
        UsageError: if there are none.
    """
    wanted = choices.language
    if choices.instances is not None:
        place = str(choices.instances)
        candidates = catalogue.read_instances(choices.game, choices.instances)
    else:
        place = choices.game
        candidates = catalogue.experiments(choices.game)
        wanted = wanted or catalogue.default_language(choices.game)
    found = tuple(e for e in candidates if wanted is None or e.language in (None, wanted))
    if not found:
        languages = sorted({e.language for e in candidates if e.language is not None})
        there_are = f"it has them in: {', '.join(languages)}" if languages else "it has none at all"
        raise UsageError(f"{place} has no instances{_in(wanted)}; {there_are}")
    return found


def _in(language: str | None) -> str:
    return "" if language is None else f" in {language!r}"


def _generated(catalogue: Catalogue, game_id: str, language: str, seed: int) -> Instance:
    try:
        return catalogue.game(game_id).generate(language, seed)
    except LookupError as error:
        raise UsageError(f"no new instance can be made: {error}") from None


def _seats(game: Game, settings: Settings, choices: Choices) -> tuple[SeatPlan, ...]:
    playable = [seat for seat in game.card.seats if not seat.service]
    mine = _own_seat(game, playable, choices.seat)
    others = [seat for seat in playable if seat is not mine]
    partners = list(choices.partner)
    if len(partners) == 1:
        partners = partners * len(others)
    if len(partners) != len(others):
        named = ", ".join(f"{seat.name} ({seat.role})" for seat in others) or "nobody"
        raise UsageError(
            f"{len(choices.partner)} partners were given for {len(others)} (one for all, or one "
            f"for each of: {named})"
        )
    chosen = dict(zip((seat.name for seat in others), partners, strict=True))
    plans = []
    for seat in game.card.seats:
        if seat.service:
            plans.append(SeatPlan(seat, "service", seat.role))
        elif seat is mine:
            plans.append(SeatPlan(seat, "human", choices.person.strip()))
        else:
            plans.append(seat_plan(seat, chosen[seat.name], settings, choices))
    return tuple(plans)


def _own_seat(game: Game, playable: Sequence[Seat], wanted: str | None) -> Seat | None:
    if wanted is None:
        return playable[0]
    if wanted.casefold() == OBSERVER:
        return None
    try:
        seat = game.card.seat(wanted)
    except KeyError as error:
        raise UsageError(
            f"{game.card.id} has no single seat {wanted!r}; the seats are: {error.args[0]}"
        ) from None
    if seat.service:
        raise UsageError(f"{seat.name} ({seat.role}) is part of the rules: nobody can take it")
    return seat


def seat_plan(seat: Seat, player: str, settings: Settings, choices: Choices) -> SeatPlan:
    """Who fills a seat beside the person's own, from the word a user gave: ``human:NAME`` or
    ``human`` for somebody else at this keyboard, ``scripted``, or a model.

    Raises:
        UsageError: if a name is missing, or the model's name or parameters make no sense.
    """
    kind, named, name = player.partition(":")
    if kind == HUMAN:
        if named and not name.strip():
            raise UsageError(f"{player!r} lacks the name: write {HUMAN}:NAME, or {HUMAN}")
        guest = f"{seat.name} with {choices.person.strip()}" if choices.person.strip() else ""
        return SeatPlan(seat, "human", name.strip() or guest)
    if player == SCRIPTED:
        seed = choices.seed if choices.seed is not None else secrets.randbits(SEED_BITS)
        return SeatPlan(seat, "scripted", SCRIPTED, seed=seed)
    return SeatPlan(seat, "model", player, _parameters(player, settings, choices.models))


def _parameters(player: str, settings: Settings, given: ModelOverrides) -> ModelParameters:
    try:
        parameters = resolve_model(player, settings)
        overrides = {
            name: value
            for name in ("api_base", "temperature", "max_tokens", "timeout")
            if (value := getattr(given, name)) is not None
        }
        return ModelParameters.model_validate(parameters.model_dump() | overrides)
    except ConfigError as error:
        raise UsageError(str(error)) from None
    except ValidationError as error:
        raise UsageError(f"{player}: {first_problem(error)}") from None
