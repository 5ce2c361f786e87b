"""Studies: frozen protocols, who takes part, what each is to play, and what they answered.

A *study* is a frozen protocol, an *enrolment* a person in it, and an *assignment* what that person
is to play, in which order. What an episode or an answer belongs to is recorded, never a tag.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from clemtui.records.work import EndState, ItemRef, ItemState

DeviationKind = Literal[
    "protocol", "program", "rules", "pack", "instance", "assignment", "clock"
]  # fmt: skip
"""What differed from the manifest of a study."""

AnswerPart = Literal[
    "eligibility", "consent", "instructions", "comprehension", "attention", "episode", "break",
    "questionnaire", "debrief", "withdrawal",
]  # fmt: skip
"""The part of a study that an answer belongs to."""

ScreeningOutcome = Literal["not eligible", "declined"]
"""Why someone who was asked does not take part in a study."""

STUDY_RUN_PREFIX = "study-"
"""What the id of a study's run begins with."""


def study_run(study: str) -> str:
    """Return the id of the run whose items are the assignments of a study."""
    return f"{STUDY_RUN_PREFIX}{study}"


def match_run(study: str, players: str) -> str:
    """Return the id of the run in which a model plays the tasks that people have played.

    A study's name has no dot, so that this is never the run of another study.

    Args:
        players: the hash of the model with all its parameters.
    """
    return f"{study_run(study)}.{players[:8]}"


@dataclass(frozen=True, slots=True)
class Study:
    """A frozen study.

    Attributes:
        id: its name, as in its protocol.
        manifest_hash: the hash of its manifest (`contents.hash`).
        frozen_at: when it was frozen, in the database in which that was recorded first.
        closed_at: since when no one is enrolled any more; None: it is open.
    """

    id: str
    manifest_hash: str
    frozen_at: datetime
    closed_at: datetime | None


@dataclass(frozen=True, slots=True)
class FrozenStudy(Study):
    """A frozen study with its manifest: everything that was frozen, with sorted keys."""

    manifest: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference from the manifest of a study.

    Attributes:
        subject: what differs, such as the id of a game or a key of the protocol.
        frozen, found: its values in the manifest and now, as JSON-like data; None: there is none.
        reason: why, in the researcher's words; empty if the program recorded it.
        author: who recorded it; empty: the program.
    """

    study: str
    kind: DeviationKind
    subject: str
    frozen: Any
    found: Any
    reason: str = ""
    author: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deviation(Difference):
    """A recorded difference.

    Attributes:
        amendment: the number of the amendment that it is part of, from 1; 0: of none.
        manifest_hash: the hash of the amended manifest; None if it was not amended.
    """

    id: str
    at: datetime
    amendment: int
    manifest_hash: str | None


@dataclass(frozen=True, slots=True)
class Enrolment:
    """A person in a study.

    Attributes:
        person: id of the person, who may have been deleted since.
        number: the participant number, from 1. Several people may have the same number only after
            a merge.
        collector: the number of the collector in whose range it is, from 1.
        seed: the seed of the participant's assignments.
    """

    id: str
    study: str
    person: str
    number: int
    collector: int
    seed: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Doubled:
    """What occurs twice in a study after a merge, although it should not.

    Attributes:
        kind: a participant ``number`` that was given more than once; a ``person`` who is enrolled
            more than once; or ``tasks`` that a participant was assigned or has met more than once.
        numbers: the participant numbers, in order.
        keys: the exposure keys of the tasks.
    """

    study: str
    kind: Literal["number", "person", "tasks"]
    numbers: tuple[int, ...]
    keys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StudyRef:
    """A reference to an assignment: the id of its enrolment, and its position there, from 1."""

    enrolment: str
    position: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Assigned:
    """What a participant is to play.

    Attributes:
        game, seat, language: the game, the participant's seat and the language of the prompts.
        instance_hash: identity of the task (`Instance.hash`).
        exposure_key: what the participant must not have met before (`Game.exposure_key`).
        block: the block of the protocol that it belongs to.
        practice: whether it is for practice.
    """

    game: str
    seat: str
    language: str
    instance_hash: str
    exposure_key: str
    block: int
    practice: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NewAssignment(Assigned):
    """An assignment that is not recorded yet.

    Attributes:
        content: everything that defines its work item, as JSON-like data. The store adds the
            enrolment and the position, so that no two participants share an item.
    """

    content: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Assignment(Assigned):
    """A recorded assignment, and how far it has got.

    Attributes:
        item: the work item through which it is claimed.
        state: the state of that item.
        episodes: the episodes that were played for it, oldest first; several if one did not count.
    """

    ref: StudyRef
    item: ItemRef
    state: ItemState
    episodes: tuple[AssignedEpisode, ...] = ()


@dataclass(frozen=True, slots=True)
class AssignedEpisode:
    """An episode that was played for an assignment, and how it ended.

    Attributes:
        end: None: it is running, or was interrupted and can be resumed unless it was erased.
        erased: whether its text was erased; then its item is open again, unless it had finished.
    """

    id: str
    end: EndState | None
    ended_at: datetime | None
    erased: bool


@dataclass(frozen=True, slots=True)
class NewAnswer:
    """What a participant said or confirmed outside episodes, not recorded yet.

    Attributes:
        enrolment: id of the participant's enrolment.
        item: id of the question or text.
        value: the answer, as JSON-like data.
        session: the sitting.
        attempt: number of the attempt at this item, from 1.
        position: position of the assignment that it belongs to; None: none.
        shown_at: when the question or text was shown; None: unknown.
        answered_at: when it was answered; None: just now.
    """

    enrolment: str
    part: AnswerPart
    item: str
    value: Any
    session: str
    attempt: int = 1
    position: int | None = None
    shown_at: datetime | None = None
    answered_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """A recorded answer; see `NewAnswer`.

    Attributes:
        value: None if it was erased.
        at: when it was answered.
        clock_ms: the same on the monotonic clock of the sitting, in milliseconds.
    """

    id: str
    enrolment: str
    part: AnswerPart
    item: str
    value: Any
    attempt: int
    position: int | None
    session: str
    shown_at: datetime | None
    at: datetime
    clock_ms: float


@dataclass(frozen=True, slots=True)
class StudyResult:
    """An episode of a study, as in the view ``study_results``.

    Attributes:
        enrolment: the participant; ``number`` is theirs in the study.
        position: the assignment, from 1.
        state: how it ended, or that it has not.
        main_score: 0 to 100; None if it was aborted, or was not scored.
        left_out: the first reason why it does not count; None: it counts. ``practice`` is one.
    """

    enrolment: str
    number: int
    position: int
    practice: bool
    game: str
    seat: str
    language: str
    instance: str
    episode: str
    state: str
    aborted: bool | None
    success: bool | None
    main_score: float | None
    left_out: str | None


@dataclass(frozen=True, slots=True)
class StudyResponse:
    """A response of a participant in an episode of a study.

    Attributes:
        seconds: from the request to the answer, without pauses; None if unknown or erased.
        pasted: number of pasted characters; None if unknown.
        request: the number of the request in its episode, from 1.
        side: whether it answers a side question, outside the dialogue.
    """

    episode: str
    text: str
    seconds: float | None
    pasted: int | None
    request: int = 0
    side: bool = False


@dataclass(frozen=True, slots=True)
class PartnerText:
    """A response of a participant's partner in an episode of a study that counts.

    Attributes:
        player: a model's litellm name, or `scripted`.
        language: the prompt language.
    """

    episode: str
    game: str
    language: str
    player: str
    text: str


@dataclass(frozen=True, slots=True)
class MatchResult:
    """An episode that a model, or a script, played on a task that people have played.

    Attributes:
        run: the run, which is that of one player with all its parameters.
        player: its litellm name, or `scripted`.
        replicate: from 1.
        main_score: 0 to 100; None if it was aborted, or was not scored.
        left_out: the first reason why it does not count; None: it counts.
        episode: its id: those of earlier episodes come first.
        parameters: all parameters of the player, which are the same in the whole run.
    """

    run: str
    player: str
    replicate: int
    game: str
    seat: str
    language: str
    instance: str
    aborted: bool | None
    main_score: float | None
    left_out: str | None
    episode: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict, compare=False)
