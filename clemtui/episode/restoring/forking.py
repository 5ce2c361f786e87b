"""Continue with another partner: a new episode that starts with the evidence of the old one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from clemtui.catalogue import Catalogue
from clemtui.config import Settings
from clemtui.engine import Game, Response
from clemtui.episode.errors import UsageError
from clemtui.episode.planning.plan import SERVICE_SEAT, Choices, EpisodePlan, SeatPlan, seat_plan
from clemtui.episode.planning.repeating import inherited_tags
from clemtui.episode.restoring.resumable import Resumable
from clemtui.language import Sentence, translatable
from clemtui.records.errors import NotFound
from clemtui.records.rows import SeatAssignment, StoredEpisode
from clemtui.store.read.reader import Reader

_PERSON_PLAYS = translatable(
    "{seat} ({role}) is played by a person: only the seats of other players can be reassigned"
)
_NO_CHANGE = translatable("No player would change. Choose another one, or send the request again.")


def load_episode(reader: Reader, episode: str) -> StoredEpisode:
    """Load everything recorded of an episode.

    An episode that continues another also gets the calls made there for the responses that it
    copied, and for players that it keeps.

    Raises:
        StoreError: if the episode does not exist or cannot be read.
    """
    stored = reader.load(episode)
    source_id = stored.condition.get("continued_from")
    if not isinstance(source_id, str):
        return stored
    try:
        source = load_episode(reader, source_id)
    except NotFound:  # in a database with only one of the two
        return stored
    copied = stored.entries_for_replay[: stored.condition.get("continued_after") or 0]
    answered = {entry.request_id for entry in copied if isinstance(entry, Response)}
    kept = {seat.seat for seat in stored.summary.seats if seat in source.summary.seats}
    still_asked = {r.request.id for r in stored.requests if r.request.seat in kept}
    earlier = tuple(a for a in source.attempts if a.request in answered | still_asked)
    return replace(stored, attempts=(*earlier, *stored.attempts))


def other_partners(
    catalogue: Catalogue,
    game: Game,
    settings: Settings,
    stored: StoredEpisode,
    partners: Mapping[str, str],
    person: str,
) -> dict[str, SeatPlan]:
    """Plan the new players, from the words that a user gave by seat or role.

    Raises:
        UsageError: if a seat does not exist or cannot change its player, a word is invalid, or no
            player changes.
    """
    now = {assigned.seat: assigned for assigned in stored.summary.seats}
    choices = Choices(game=game.card.id, person=person)
    plans: dict[str, SeatPlan] = {}
    for name, word in partners.items():
        try:
            seat = game.card.seat(catalogue.seat(game.card.id, name).name)
        except KeyError as error:
            raise UsageError(
                f"{game.card.id} has no single seat {name!r}; available: {error.args[0]}",
                field="seat",
            ) from None
        if seat.service:
            raise UsageError(Sentence(SERVICE_SEAT, seat=seat.name, role=seat.role), field="seat")
        if now[seat.name].kind == "human":
            raise UsageError(Sentence(_PERSON_PLAYS, seat=seat.name, role=seat.role))
        plan = seat_plan(seat, word, settings, choices)
        if not _is_same_model(plan, now[seat.name]):
            plans[seat.name] = plan
    if not plans:
        raise UsageError(Sentence(_NO_CHANGE))
    return plans


def continuation_plan(
    catalogue: Catalogue, before: Resumable, seats: tuple[SeatPlan, ...], watcher: str
) -> EpisodePlan:
    """Return the plan of the new episode: as before, except for some seats and its origin."""
    stored = before.stored
    condition = before.condition.model_copy(
        update={"continued_from": stored.summary.id, "continued_after": len(stored.entries)}
    )
    return EpisodePlan(
        game=before.game,
        rules_hash=catalogue.family(before.game.card.id).rules_hash,
        instance=stored.instance,
        texts=stored.texts,
        seats=seats,
        condition=condition,
        tags=inherited_tags(stored.summary),
        watcher=watcher,
    )


def _is_same_model(plan: SeatPlan, assigned: SeatAssignment) -> bool:
    """Whether a plan names the model already in the seat; scripts differ in their seeds."""
    return (
        plan.kind == assigned.kind == "model"
        and plan.parameters is not None
        and plan.parameters.record() == dict(assigned.parameters)
    )
