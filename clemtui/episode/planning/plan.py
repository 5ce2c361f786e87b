"""Plan an episode: turn a user's choices into seats, players, instance, texts and condition."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import date
from pathlib import Path

from pydantic import ValidationError

from clemtui.catalogue import Catalogue, CatalogueError
from clemtui.catalogue.errors import first_problem
from clemtui.config import ConfigError, Settings, resolve_model
from clemtui.engine import (
    FIRST_LISTED_SEED,
    OBSERVER,
    Experiment,
    Game,
    Instance,
    Seat,
    Texts,
    base_language,
    playable_with,
)
from clemtui.episode.condition import RESPONSE_LIMIT, Condition, aids_of
from clemtui.episode.errors import UsageError
from clemtui.episode.planning.casting import Casting, ScriptedPlayerUnavailable, unscripted
from clemtui.episode.planning.daily import daily_instance
from clemtui.episode.planning.people import guest_name
from clemtui.episode.planning.seeds import SEED_BITS
from clemtui.language import Sentence, translatable
from clemtui.players import words
from clemtui.players.base import PlayerKind
from clemtui.players.llm.parameters import ModelParameters
from clemtui.records.names import folded
from clemtui.records.rows import Interface
from clemtui.records.studies import StudyRef
from clemtui.records.work import ItemRef

HUMAN, SCRIPTED, is_person = words.HUMAN, words.SCRIPTED, words.is_person
MAX_SEED = FIRST_LISTED_SEED - 1

PERSON_NOT_NAMED = translatable("a person plays, but no name was given: use --as NAME")
SERVICE_SEAT = translatable("{seat} ({role}) is played by the game itself and cannot be chosen")
_NO_AID = translatable("{game} has no aid '{aid}'; available: {known}")
_NO_AIDS = translatable("the board interface has no aids: omit --aids")
_SEED_ALONE = translatable(
    "--seed creates a new instance: omit --experiment, --game-id and --instances"
)
_DAILY_ALONE = translatable(
    "--daily chooses the task: omit --experiment, --game-id, --seed and --instances"
)
_NO_INSTANCES = translatable("{place} has no instances")
_OTHER_LANGUAGES = translatable("{place} has no instances in '{language}'; available: {known}")
_NOT_MADE = translatable("cannot create a new instance: {why}")
_PARTNERS = translatable(
    "{given} partners given for {seats}: give one for all, or one for each of {named}"
)
_NO_SEAT = translatable("{game} has no single seat '{seat}'; available: {known}")
_NO_GUEST = translatable("'{word}' has no name: write {human}:NAME, or just {human}")
_TAKES_PART = translatable("{name} already takes part: name another person")


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """The player of a seat. ``name`` is for display: a pseudonym, ``scripted``, or a model."""

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
    """Pseudonym of a person who watches without a seat, whoever plays."""
    item: ItemRef | None = None
    """The item of a run whose result the episode will be."""
    study: StudyRef | None = None
    """The assignment of a study for which it is played; its item takes the place of ``item``."""

    @property
    def human_seats(self) -> tuple[str, ...]:
        """The seats filled by people."""
        return tuple(plan.seat.name for plan in self.seats if plan.kind == "human")


@dataclass(frozen=True, slots=True)
class ModelOverrides:
    """Parameters given on the command line for every model of an episode; None for no change."""

    api_base: str | None = None
    temperature: float | None = None
    max_tokens: int | None = None
    timeout: float | None = None


NO_OVERRIDES = ModelOverrides()


@dataclass(frozen=True, slots=True)
class Choices:
    """A user's choices. Everything except the game has a default.

    Attributes:
        seat: the seat or role of the person; `OBSERVER` to watch; None for the first seat.
        partner: the players of the other seats: one for all, or one per seat, in seat order.
        language: the prompt language; None for the instance's own, or the game's default.
        instances: an instance file to use instead of the bundled ones, in our format or
            clembench's.
        experiment, game_id: which instance to play; or ``seed`` to generate a new one; or
            ``daily`` for the daily task of a date.
        aids: ids of the enabled aids; None for all that the game has with the interface.
        person: the pseudonym of the person here, in every human seat, or watching.
    """

    game: str
    seat: str | None = None
    partner: Sequence[str] = (SCRIPTED,)
    language: str | None = None
    interface: Interface = "assisted"
    interface_language: str = "en"
    instances: Path | None = None
    experiment: str | None = None
    game_id: int | None = None
    seed: int | None = None
    daily: date | None = None
    practice: bool = False
    aids: Sequence[str] | None = None
    person: str = ""
    tags: Mapping[str, str] = field(default_factory=dict)
    models: ModelOverrides = field(default_factory=ModelOverrides)

    @property
    def people(self) -> tuple[str, ...]:
        """The names of the person here and of those who play with them."""
        named = (word.partition(":")[2].strip() for word in self.partner if is_person(word))
        return tuple(name for name in (self.person, *named) if name)

    @property
    def watcher(self) -> str:
        """The name of the person here if they take no seat, whoever plays; otherwise empty."""
        return self.person.strip() if self.seat and self.seat.casefold() == OBSERVER else ""


def plan_episode(catalogue: Catalogue, settings: Settings, choices: Choices) -> EpisodePlan:
    """Turn choices into a plan.

    Raises:
        UsageError: if a game, seat, language, experiment, number or player does not exist, the
            choices are incompatible, or a file cannot be used; the message lists what is available.
        NoScript: if a scripted player does not speak the language; a kind of UsageError.
    """
    with as_usage_error("game"):
        game = catalogue.game(choices.game)
    instance = find_instance(catalogue, choices)
    with as_usage_error("language"):
        texts = catalogue.texts(instance, choices.language)
    condition = Condition(
        interface=choices.interface,
        aids=_aids(game, choices),
        prompt_language=texts.language,
        interface_language=choices.interface_language,
        practice=choices.practice,
        response_limit=RESPONSE_LIMIT,
    )
    seats = _seats(catalogue, game, settings, choices)
    scripted = (each.seat for each in seats if each.kind == "scripted")
    silent = unscripted(game, texts.language, scripted)
    if silent:
        raise ScriptedPlayerUnavailable(Casting(game, texts.language, silent))
    if any(seat.kind == "human" and not seat.name for seat in seats):
        raise UsageError(Sentence(PERSON_NOT_NAMED), field="person")
    return EpisodePlan(
        game=game,
        rules_hash=catalogue.family(choices.game).rules_hash,
        instance=instance,
        texts=texts,
        seats=seats,
        condition=condition,
        tags=choices.tags,
        watcher=choices.watcher,
    )


@contextmanager
def as_usage_error(field: str) -> Iterator[None]:
    """Attribute errors of the catalogue to one field of the choices.

    Raises:
        UsageError: if a `CatalogueError` is raised inside.
    """
    try:
        yield
    except CatalogueError as error:
        raise UsageError(*error.args, field=field) from None


def _aids(game: Game, choices: Choices) -> tuple[str, ...]:
    available = aids_of(game.card, choices.interface)
    if choices.aids is None:
        return available
    if choices.aids and choices.interface == "board":
        raise UsageError(Sentence(_NO_AIDS), field="aids")
    unknown = [aid for aid in choices.aids if aid not in available]
    if unknown:
        known = ", ".join(available) or "none"
        wrong = Sentence(_NO_AID, game=game.card.id, aid=unknown[0], known=known)
        raise UsageError(wrong, field="aids")
    return tuple(choices.aids)


def find_instance(catalogue: Catalogue, choices: Choices) -> Instance:
    """Return the chosen instance: by number, by seed, by date, or the first of the first
    experiment.

    Raises:
        UsageError: if the instance does not exist, a seed or a date is combined with options that
            name an instance, or there are no instances.
    """
    named = choices.experiment is not None or choices.game_id is not None
    if choices.daily is not None:
        if named or choices.instances or choices.seed is not None:
            raise UsageError(Sentence(_DAILY_ALONE), field="daily")
        with as_usage_error("game"):
            language = choices.language or catalogue.default_language(choices.game)
        return daily_instance(catalogue, choices.game, language, choices.daily)
    if choices.seed is not None:
        if named or choices.instances:
            raise UsageError(Sentence(_SEED_ALONE), field="seed")
        with as_usage_error("game"):
            language = choices.language or catalogue.default_language(choices.game)
        return _generated(catalogue, choices.game, language, choices.seed)
    experiments = find_experiments(catalogue, choices)
    experiment = choices.experiment or experiments[0].name
    game_id = choices.game_id
    if game_id is None:
        first = [i.game_id for e in experiments if e.name == experiment for i in e.instances]
        game_id = first[0] if first else 0
    known = any(each.name == experiment for each in experiments)
    with as_usage_error("game_id" if known else "experiment"):
        return catalogue.instance(experiments, experiment, game_id)


def find_experiments(catalogue: Catalogue, choices: Choices) -> tuple[Experiment, ...]:
    """Return the experiments of the chosen file, or the bundled ones, in the chosen language.

    If no language was chosen, return all experiments of a file, or the bundled ones in the game's
    default language.

    Raises:
        UsageError: if the file cannot be used, or there are no experiments.
    """
    wanted = choices.language
    if choices.instances is not None:
        place = str(choices.instances)
        with as_usage_error("instances"):
            candidates = catalogue.read_instances(choices.game, choices.instances)
    else:
        place = choices.game
        with as_usage_error("language"):
            wanted = wanted or catalogue.default_language(choices.game)
            candidates = catalogue.experiments(choices.game, wanted)
            if not candidates:  # for the error message
                candidates = catalogue.experiments(choices.game)
    found = tuple(e for e in candidates if wanted is None or playable_with(e.language, wanted))
    if not found:
        languages = sorted({e.language for e in candidates if e.language is not None})
        if not languages or wanted is None:
            raise UsageError(Sentence(_NO_INSTANCES, place=place), field="instances")
        raise UsageError(
            Sentence(_OTHER_LANGUAGES, place=place, language=wanted, known=", ".join(languages)),
            field="language",
        )
    return found


def _generated(catalogue: Catalogue, game_id: str, language: str, seed: int) -> Instance:
    try:
        return catalogue.game(game_id).generate(base_language(language), seed)
    except LookupError as error:
        raise UsageError(Sentence(_NOT_MADE, why=str(error)), field="seed") from None


def _seats(
    catalogue: Catalogue, game: Game, settings: Settings, choices: Choices
) -> tuple[SeatPlan, ...]:
    return fill_seats(
        game,
        own_seat(catalogue, game, choices.seat),
        choices.partner,
        choices.person.strip(),
        lambda seat, word: seat_plan(seat, word, settings, choices),
    )


def fill_seats(
    game: Game,
    mine: Seat | None,
    partners: Sequence[str],
    person: str,
    plan: Callable[[Seat, str], SeatPlan],
) -> tuple[SeatPlan, ...]:
    """Plan every seat: the person's, if any, and the others from a word for all or one for each.

    Raises:
        UsageError: if the number of words is wrong, ``plan`` rejects one, or someone would take
            part twice: each seat knows what another may not.
    """
    others = [seat for seat in game.card.seats if not seat.service and seat is not mine]
    words = list(partners) * (len(others) if len(partners) == 1 else 1)
    if len(words) != len(others):
        named = ", ".join(f"{seat.name} ({seat.role})" for seat in others) or "nobody"
        wrong = Sentence(_PARTNERS, given=len(partners), seats=len(others), named=named)
        raise UsageError(wrong, field="partner")
    chosen = dict(zip((seat.name for seat in others), words, strict=True))
    plans: list[SeatPlan] = []
    for seat in game.card.seats:
        if seat.service:
            plans.append(SeatPlan(seat, "service", seat.role))
        elif seat is mine:
            plans.append(SeatPlan(seat, "human", person))
        else:
            plans.append(_partner(plan, seat, chosen[seat.name]))
    known = {folded(person)} if person else set()
    for each in plans:
        if each.kind == "human" and each.seat is not mine:
            if folded(each.name) in known:
                wrong = Sentence(_TAKES_PART, name=each.name)
                raise UsageError(wrong, field="partner", seat=each.seat.name)
            known.add(folded(each.name))
    return tuple(plans)


def _partner(plan: Callable[[Seat, str], SeatPlan], seat: Seat, word: str) -> SeatPlan:
    try:
        return plan(seat, word)
    except UsageError as error:
        error.seat = seat.name
        raise


def own_seat(catalogue: Catalogue, game: Game, wanted: str | None) -> Seat | None:
    """Return the seat of a person (see `Catalogue.seat`); the first by default, None to watch.

    Raises:
        UsageError: if no single seat has that name, or people cannot play it.
    """
    if wanted is None:
        return next(seat for seat in game.card.seats if not seat.service)
    if wanted.casefold() == OBSERVER:
        return None
    try:
        seat = game.card.seat(catalogue.seat(game.card.id, wanted).name)
    except KeyError as error:
        raise UsageError(
            Sentence(_NO_SEAT, game=game.card.id, seat=wanted, known=str(error.args[0])),
            field="seat",
        ) from None
    if seat.service:
        raise UsageError(Sentence(SERVICE_SEAT, seat=seat.name, role=seat.role), field="seat")
    return seat


def seat_plan(seat: Seat, player: str, settings: Settings, choices: Choices) -> SeatPlan:
    """Plan another seat than the person's own from the word that a user gave.

    The word is ``human:NAME`` or ``human`` for another person at this keyboard, ``scripted``, or a
    model.

    Raises:
        UsageError: if a name is missing, or the model's name or parameters are invalid.
    """
    if is_person(player):
        _, named, name = player.partition(":")
        if named and not name.strip():
            raise UsageError(Sentence(_NO_GUEST, word=player, human=HUMAN), field="partner")
        host = choices.person.strip()
        guest = guest_name(seat.name, host) if host else ""
        return SeatPlan(seat, "human", name.strip() or guest)
    if player == SCRIPTED:
        seed = choices.seed if choices.seed is not None else secrets.randbits(SEED_BITS)
        return SeatPlan(seat, "scripted", SCRIPTED, seed=seed)
    return SeatPlan(seat, "model", player, find_model(player, settings, choices.models))


def find_model(
    name: str, settings: Settings, given: ModelOverrides = NO_OVERRIDES
) -> ModelParameters:
    """Return the parameters of a named model, updated with those given.

    Raises:
        UsageError: if the model does not exist or the parameters are invalid.
    """
    changed = {key: value for key, value in asdict(given).items() if value is not None}
    try:
        parameters = resolve_model(name, settings)
        return ModelParameters.model_validate(parameters.model_dump() | changed)
    except ConfigError as error:
        raise UsageError(*error.args, field="partner") from None
    except ValidationError as error:
        raise UsageError(f"{name}: {first_problem(error)}", field="partner") from None
