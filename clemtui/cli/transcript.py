"""A recorded episode as text, from the evidence alone: no game is loaded, nothing is replayed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from clemtui.engine import Control, Message, Response
from clemtui.language import Interface, one_line, safe
from clemtui.records.rows import StoredEpisode
from clemtui.wording.phrases import OUTCOMES, STATES, player_name, tag_lines
from clemtui.wording.sample import standing


def transcript(ui: Interface, episode: StoredEpisode) -> Iterator[str]:
    """Yield the lines of an episode: its description, its dialogue, and its scores."""
    yield from _head(ui, episode)
    if episode.erased:
        yield ""
        yield ui.text("The text of this episode was erased.")
    told: set[int] = set()
    for stored in episode.entries:
        match stored.entry:
            case Response(request_id, _) as response:
                yield from _requests(ui, episode, told, up_to=request_id)
                seat = stored.seat or ""
                yield ui.text("{speaker}:\n{text}", speaker=seat, text=safe(response.text))
            case Control() as control:
                yield from _requests(ui, episode, told)
                yield ""
                yield _control(ui, control)
    yield from _requests(ui, episode, told)
    yield from _failures(ui, episode)
    yield from _scores(ui, episode)


def _head(ui: Interface, episode: StoredEpisode) -> Iterator[str]:
    summary = episode.summary
    yield ui.text("Episode {id}", id=summary.id)
    yield ui.text(
        "{game}, version {version}: {experiment} {number}, prompts in {language}, {interface}",
        game=summary.game,
        version=summary.game_version,
        experiment=summary.experiment,
        number=str(summary.game_id),
        language=ui.language_name(summary.language),
        interface=summary.interface,
    )
    if summary.time_known:
        yield ui.text("Started: {when}", when=ui.date_time(summary.created_at.astimezone()))
    yield ui.text("State: {state}", state=ui.text(STATES[episode.state]))
    yield standing(summary, ui)
    people = iter(summary.people)
    for seat in summary.seats:
        name = next(people, "") if seat.kind == "human" else player_name(ui, seat.player)
        yield ui.text("{seat} ({role}): {player}", seat=seat.seat, role=seat.role, player=name)
    for key, values in tag_lines(ui, summary):
        yield ui.text("Tag {key}: {values}", key=key, values=values)


def _requests(
    ui: Interface, episode: StoredEpisode, told: set[int], up_to: int | None = None
) -> Iterator[str]:
    """Yield the requests not shown yet, in order."""
    for stored in episode.requests:
        request = stored.request
        if request.id in told or (up_to is not None and request.id > up_to):
            continue
        told.add(request.id)
        for of_seat, messages in groupby(request.new_messages, _is_of_seat):
            text = "\n".join(safe(message.text) for message in messages)
            if of_seat:
                yield ui.text("{speaker}:\n{text}", speaker=request.seat, text=text)
            else:
                yield ""
                yield ui.text("Game master to {seat}:\n{text}", seat=request.seat, text=text)


def _is_of_seat(message: Message) -> bool:
    """Return whether the seat has said a message, or the rules have in its name."""
    return message.role == "assistant"


def _control(ui: Interface, control: Control) -> str:
    if control.seat is None:
        return ui.text("Ended externally: {kind}", kind=control.kind)
    return ui.text("Ended by {seat}: {kind}", seat=control.seat, kind=control.kind)


def _failures(ui: Interface, episode: StoredEpisode) -> Iterator[str]:
    """Yield the model calls that returned no answer."""
    failed = [attempt for attempt in episode.attempts if attempt.outcome != "done"]
    if failed:
        yield ""
        yield ui.text("Model calls without an answer:")
    for attempt in failed:
        yield ui.text(
            "- request {request}, attempt {number}: {why}",
            request=attempt.request,
            number=attempt.number,
            why=one_line(attempt.error_message or attempt.outcome or ui.text("never completed")),
        )


def _scores(ui: Interface, episode: StoredEpisode) -> Iterator[str]:
    for stored in episode.scores:
        scores = stored.scores
        yield ""
        yield ui.text("Scores by {scorer}:", scorer=stored.scorer)
        yield ui.text("Outcome: {outcome}", outcome=ui.text(OUTCOMES[scores.outcome]))
        for name, score in scores.episode.items():
            value = ui.text("none") if score is None else ui.number(score)
            yield ui.text("{name}: {value}", name=name, value=value)
