"""Plan to play the task of a recorded episode again, whatever file or seed it came from."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence

from pydantic import ValidationError

from clemtui.catalogue import Catalogue, CatalogueError
from clemtui.catalogue.errors import first_problem
from clemtui.config import Settings
from clemtui.engine import OBSERVER, Game, Seat, Texts, base_language
from clemtui.episode.condition import Condition
from clemtui.episode.errors import UNSUPPORTED, PlayError, UsageError, message_of
from clemtui.episode.imported import import_note, lacks_instance
from clemtui.episode.planning.other_languages import (
    SameTask,
    languages_without_word,
    other_languages,
)
from clemtui.episode.planning.plan import (
    PERSON_NOT_NAMED,
    SCRIPTED,
    Choices,
    EpisodePlan,
    SeatPlan,
    fill_seats,
    own_seat,
    seat_plan,
)
from clemtui.episode.planning.seeds import SEED_BITS
from clemtui.language import Sentence, translatable
from clemtui.players.llm.parameters import ModelParameters
from clemtui.records.rows import SeatAssignment, StoredEpisode

_NOT_AGAIN = translatable("this episode cannot be played again here: {why}")
_NO_PARAMETERS = translatable("the parameters of {player} were not recorded: choose a partner")
_NOT_IN = translatable("this task cannot be played in '{language}'")
_NO_WORD = translatable(
    "this task cannot be played in '{language}', which has no word for it ({reason})"
)


def plan_same_task(
    catalogue: Catalogue,
    settings: Settings,
    stored: StoredEpisode,
    pseudonyms: Mapping[str, str],
    *,
    seat: str | None = None,
    partner: str | Sequence[str] | None = None,
    language: str | None = None,
    person: str = "",
    watcher: str = "",
    interface_language: str | None = None,
    tags: Mapping[str, str] | None = None,
) -> EpisodePlan:
    """Plan a new episode on the recorded instance, under the recorded condition.

    Args:
        pseudonyms: pseudonyms of everyone in the records, by id.
        seat: the seat that the person plays; None for the one they had; `OBSERVER` for none.
        partner: the players of the other seats, as in `Choices.partner`; None for the same players
            as before. Whoever had the person's new seat then gets their former one.
        language: another prompt language; the instance is then that of the same task in it.
        person: who plays or watches; defaults to who played then.
        watcher: who watches this person play.
        tags: the tags of the new episode.

    Raises:
        PlayError: if the episode was erased; if its game, texts or condition are not available; or
            if the task does not exist in the language.
        UsageError: if a seat or player is invalid.
    """
    if stored.erased:
        raise PlayError(Sentence(_NOT_AGAIN, why=Sentence(translatable("its text was erased"))))
    if lacks_instance(stored):
        raise PlayError(Sentence(_NOT_AGAIN, why=import_note(stored)))
    game = _game(catalogue, stored)
    before = {a.seat: a for a in stored.summary.seats}
    people = {s: pseudonyms.get(a.person, "") for s, a in before.items() if a.person is not None}
    person = person.strip() or next(iter(people.values()), "")
    had = next((s for s, name in people.items() if name == person), next(iter(people), None))
    mine = own_seat(catalogue, game, seat or had or OBSERVER)
    choices = Choices(game=game.card.id, person=person)
    if partner is None:
        seats = _reseated(game, before, people, mine, had, person)
    else:
        words = [partner] if isinstance(partner, str) else list(partner)
        seats = fill_seats(
            game, mine, words, person, lambda seat, word: seat_plan(seat, word, settings, choices)
        )
    if any(plan.kind == "human" and not plan.name for plan in seats):
        raise UsageError(Sentence(PERSON_NOT_NAMED), field="person")
    task = _task(catalogue, game, stored, language)
    return EpisodePlan(
        game=game,
        rules_hash=catalogue.family(game.card.id).rules_hash,
        instance=task.instance,
        texts=task.texts,
        seats=seats,
        condition=_condition(stored, task.language, interface_language),
        tags=tags or {},
        watcher=person if mine is None else watcher.strip(),
    )


def _game(catalogue: Catalogue, stored: StoredEpisode) -> Game:
    try:
        return catalogue.game(stored.summary.game)
    except CatalogueError as error:
        raise PlayError(Sentence(_NOT_AGAIN, why=message_of(error))) from None


def _task(
    catalogue: Catalogue, game: Game, stored: StoredEpisode, language: str | None
) -> SameTask:
    """Return the recorded task with its texts, or the same task in another language."""
    before = stored.texts.language
    if language in (None, before):
        return SameTask(stored.instance, _texts(catalogue, game, stored))
    found = other_languages(catalogue, stored.instance, before, language)
    if not found:
        reason = languages_without_word(catalogue, stored.instance).get(base_language(language))
        if reason is not None:
            raise PlayError(Sentence(_NO_WORD, language=language, reason=reason))
        raise PlayError(Sentence(_NOT_IN, language=language))
    return found[0]


def _texts(catalogue: Catalogue, game: Game, stored: StoredEpisode) -> Texts:
    """Return the recorded texts, unless the game has changed and may need others."""
    if stored.summary.game_version == game.card.version:
        return stored.texts
    try:
        return catalogue.texts(stored.instance, stored.texts.language)
    except CatalogueError as error:
        raise PlayError(Sentence(_NOT_AGAIN, why=message_of(error))) from None


def _condition(
    stored: StoredEpisode, prompt_language: str, interface_language: str | None
) -> Condition:
    try:
        condition = Condition.model_validate(dict(stored.condition))
    except ValidationError as error:
        why = Sentence(UNSUPPORTED, what=first_problem(error))
        raise PlayError(Sentence(_NOT_AGAIN, why=why)) from None
    return condition.model_copy(
        update={
            "continued_from": None,
            "continued_after": None,
            "prompt_language": prompt_language,
            "interface_language": interface_language or condition.interface_language,
        }
    )


def _reseated(
    game: Game,
    before: Mapping[str, SeatAssignment],
    people: Mapping[str, str],
    mine: Seat | None,
    had: str | None,
    person: str,
) -> tuple[SeatPlan, ...]:
    """Seat everyone as before, except that the person changes seats."""
    plans = []
    for seat in game.card.seats:
        player = before[seat.name]
        if seat is mine:
            plans.append(SeatPlan(seat, "human", person))
        elif seat.name != had:
            plans.append(_as_before(seat, player, people))
        elif mine is not None:
            plans.append(_as_before(seat, before[mine.name], people))
        else:
            plans.append(_scripted(seat))
    return tuple(plans)


def _as_before(seat: Seat, player: SeatAssignment, people: Mapping[str, str]) -> SeatPlan:
    match player.kind:
        case "human":
            return SeatPlan(seat, "human", people[player.seat])
        case "scripted":
            return _scripted(seat)
        case "service":
            return SeatPlan(seat, "service", seat.role)
        case "model":
            try:
                parameters = ModelParameters.model_validate(dict(player.parameters))
            except ValidationError:
                raise UsageError(
                    Sentence(_NO_PARAMETERS, player=player.player),
                    field="partner",
                    seat=seat.name,
                ) from None
            return SeatPlan(seat, "model", player.player, parameters)


def _scripted(seat: Seat) -> SeatPlan:
    """Plan a script with a new seed: a person who plays again does not want the same text again."""
    return SeatPlan(seat, "scripted", SCRIPTED, seed=secrets.randbits(SEED_BITS))
