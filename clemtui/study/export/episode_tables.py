"""The tables of episodes: those of participants, those of models on the same tasks, and what every
player said in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from clemtui.engine import Timing, answering_seconds
from clemtui.store.codec import compact
from clemtui.study.export.columns import (
    Column,
    FilledTable,
    Table,
    count,
    flag,
    json,
    milliseconds,
    time,
)
from clemtui.study.export.played import Played, Turn
from clemtui.study.export.records import (
    ModelEpisode,
    Participant,
    ParticipantEpisode,
    StudyRecords,
)
from clemtui.study.export.shared import (
    LEFT_OUT,
    MARKS,
    STATES,
    assignment,
    exclusion,
    outcome,
    participant,
    partners,
    players,
    task,
    words,
)

_NONE_OF_MODELS = "no model answered, or its provider did not say"
_OTHERS = "another player's response, or unknown"

# Episodes of participants


@dataclass(frozen=True, slots=True)
class _OfPerson:
    one: Participant
    each: ParticipantEpisode
    study: str
    task: str

    @property
    def played(self) -> Played:
        return self.each.played

    @property
    def place(self) -> tuple[str, str, str, str, str]:
        found = self.each.result
        return found.game, found.seat, found.language, found.instance, self.task

    @property
    def role(self) -> str:
        seats = self.played.summary.seats
        return next(each.role for each in seats if each.seat == self.each.result.seat)


_EPISODES: Table[_OfPerson] = Table(
    "episodes",
    "One row for each episode of a participant that was not erased, whether it counts or not.",
    ("episode_id",),
    (
        Column("episode_id", "the episode", lambda e: e.each.result.episode),
        participant(lambda e: e.one.id),
        assignment(lambda e: e.each.result.position),
        count("session", "the sitting, by its number for the participant, from 1",
              lambda e: e.one.sessions[e.played.session], least=1),
        flag("practice", "whether it was for practice", lambda e: e.each.result.practice),
        *task(lambda e: e.place),
        Column("role", "what the seat is called in the game", lambda e: e.role),
        Column("experiment", "the group of instances",
               lambda e: e.played.summary.experiment or None, missing="it has no name"),
        count("instance_number", "number of the instance in its experiment",
              lambda e: e.played.summary.game_id),
        Column("game_version", "version of the game's rules",
               lambda e: e.played.summary.game_version),
        Column("rules", "hash of the game's code and data", lambda e: e.played.rules_hash,
               unit="SHA-256"),
        json("partners", "the players in the other seats with all their parameters",
             lambda e: players(partners(e.played.summary.seats, e.each.result.seat)),
             "there are none"),
        json("condition", "how it was played: interface, aids, languages and more",
             lambda e: compact(dict(sorted(e.played.condition.items())))),
        time("started_at", "when it started", lambda e: e.played.summary.created_at),
        time("ended_at", "when it ended", lambda e: e.played.ended_at, "it has not ended"),
        Column("state", "whether and how it ended", lambda e: e.each.result.state, levels=STATES),
        *outcome(lambda e: e.each.result.aborted, lambda e: e.played,
                 lambda e: e.each.result.main_score),
        Column("left_out", "the first reason why it does not count",
               lambda e: e.each.result.left_out, levels=LEFT_OUT, missing="there is none"),
        Column("exclusion", "why the researchers excluded it, in their words",
               lambda e: exclusion(e.played, e.study), missing="they did not, or gave no reason"),
        Column("marks", "signs of low effort in the episode or of its participant, separated by "
               "spaces", lambda e: words(e.each.marks), levels=MARKS, several=True,
               missing="there is none"),
        Column("excluding_marks", "those that exclude, by the protocol, separated by spaces",
               lambda e: words(e.each.excluding), levels=MARKS, several=True,
               missing="none excludes"),
        flag("counts", "whether the primary figures of the report count it",
             lambda e: e.each.counts),
        flag("published", "whether everyone in the episode agreed that what they write is "
             "published",
             lambda e: e.played.published),
    ),
)  # fmt: skip


def episodes(records: StudyRecords) -> FilledTable:
    """Return the table of the episodes of participants."""
    return _EPISODES.filled(
        [
            _OfPerson(one, each, records.frozen.id, _task(records, each))
            for one in records.participants
            for each in one.episodes
        ]
    )


def _task(records: StudyRecords, each: ParticipantEpisode | ModelEpisode) -> str:
    return records.tasks.get((each.result.game, each.result.instance), "")


# Episodes of models


@dataclass(frozen=True, slots=True)
class _OfModel:
    each: ModelEpisode
    task: str

    @property
    def place(self) -> tuple[str, str, str, str, str]:
        found = self.each.result
        return found.game, found.seat, found.language, found.instance, self.task


_MODELS: Table[_OfModel] = Table(
    "models",
    "One row for each episode that a model, or the scripted player, has played on a task that "
    "people have played, in their seat and language.",
    ("episode_id",),
    (
        Column("episode_id", "the episode", lambda e: e.each.result.episode),
        Column("run", "the run in the records, which ends with the hash of the model with all its "
               "parameters", lambda e: e.each.result.run),
        Column("player", "the model's name in litellm, or scripted",
               lambda e: e.each.result.player),
        count("replicate", "number of the replicate, from 1", lambda e: e.each.result.replicate,
              least=1),
        *task(lambda e: e.place),
        json("players", "all players with all their parameters",
             lambda e: players(partners(e.each.played.summary.seats, ""))),
        time("started_at", "when it started", lambda e: e.each.played.summary.created_at),
        time("ended_at", "when it ended", lambda e: e.each.played.ended_at, "it has not ended"),
        *outcome(lambda e: e.each.result.aborted, lambda e: e.each.played,
                 lambda e: e.each.result.main_score),
        Column("left_out", "the first reason why it does not count",
               lambda e: e.each.result.left_out, levels=LEFT_OUT, missing="there is none"),
    ),
)  # fmt: skip


def models(records: StudyRecords) -> FilledTable:
    """Return the table of the episodes of models."""
    return _MODELS.filled([_OfModel(each, _task(records, each)) for each in records.models])


# Responses


@dataclass(frozen=True, slots=True)
class _Said:
    participant: str | None
    played: Played
    turn: Turn

    @property
    def timing(self) -> Timing:
        return self.turn.timing or Timing()

    @property
    def answering_ms(self) -> float | None:
        found = answering_seconds(self.timing)
        return None if found is None else round(1000 * found, 3)

    @property
    def form(self) -> bool | None:
        return None if self.turn.timing is None else self.turn.timing.values is not None


_RESPONSES: Table[_Said] = Table(
    "responses",
    "One row for each response of a player in the episodes of the tables episodes and models, in "
    "their order. What the game master said is in the transcripts.",
    ("episode_id", "response"),
    (
        Column("episode_id", "the episode", lambda r: r.played.summary.id),
        count("response", "its place in the record of the episode, from 1",
              lambda r: r.turn.number, least=1),
        participant(lambda r: r.participant, "another player's response"),
        count("request", "number of the request that it answers, from 1",
              lambda r: r.turn.request, least=1),
        Column("speaker", "the seat of the player, by its id in the game",
               lambda r: r.turn.seat.seat),
        Column("speaker_kind", "who the player is", lambda r: r.turn.seat.kind, levels={
            "human": "a person", "model": "a language model",
            "scripted": "a program with fixed rules",
        }),
        time("asked_at", "when the request was first delivered", lambda r: r.turn.asked_at),
        time("recorded_at", "when the response was recorded", lambda r: r.turn.at),
        milliseconds("answering_ms", "time from shown to sent, without pauses, on a monotonic "
                     "clock", lambda r: r.answering_ms, _OTHERS),
        milliseconds("submitted_ms", "the same with pauses", lambda r: r.timing.submitted_ms,
                     _OTHERS),
        milliseconds("first_key_ms", "time from shown to the first key",
                     lambda r: r.timing.first_key_ms,
                     f"{_OTHERS}; no key was pressed; or whole lines were read"),
        milliseconds("away_ms", "time for which the participant had left the episode meanwhile",
                     lambda r: r.timing.away_ms, _OTHERS),
        count("edits", "number of changes to the text or a field", lambda r: r.timing.edits,
              "changes", _OTHERS),
        count("pasted", "number of characters that were pasted", lambda r: r.timing.pasted,
              "characters", _OTHERS),
        flag("form", "whether it was entered in the fields of a form", lambda r: r.form, _OTHERS),
        milliseconds("held_ms", "how long the answer was held back to seem typed by a person",
                     lambda r: r.turn.held_ms, "the partner was not paced"),
        count("calls", "number of calls to a model", lambda r: r.turn.calls),
        Column("answering_model", "the model as its provider named it; several are separated by "
               "spaces", lambda r: r.turn.answering or None, missing=_NONE_OF_MODELS),
        count("prompt_tokens", "tokens of the prompts of all these calls, as counted by the "
              "provider", lambda r: r.turn.prompt_tokens, "tokens", _NONE_OF_MODELS),
        count("completion_tokens", "tokens of the answers",
              lambda r: r.turn.completion_tokens, "tokens", _NONE_OF_MODELS),
        count("reasoning_tokens", "tokens of the reasoning",
              lambda r: r.turn.reasoning_tokens, "tokens", _NONE_OF_MODELS),
        Column("cost", "price of the calls", lambda r: r.turn.cost, "number", "US dollars",
               missing="no model answered, or the price is unknown", least=0),
        count("characters", "length of the response", lambda r: r.turn.characters, "characters"),
        flag("published", "whether everyone in the episode agreed that what they write is "
             "published", lambda r: r.played.published),
        Column("text", "the response, exactly as it was sent", lambda r: r.turn.text,
               missing="not published, or the response is empty"),
    ),
)  # fmt: skip


def responses(records: StudyRecords) -> FilledTable:
    """Return the table of responses."""
    return _RESPONSES.filled(list(_said(records)))


def _said(records: StudyRecords) -> Iterator[_Said]:
    for one in records.participants:
        for each in one.episodes:
            for turn in each.played.turns:
                own = turn.seat.seat == each.result.seat
                yield _Said(one.id if own else None, each.played, turn)
    for model in records.models:
        for turn in model.played.turns:
            yield _Said(None, model.played, turn)
