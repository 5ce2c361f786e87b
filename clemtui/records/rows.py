"""What goes into the records and what comes out of them, as frozen data.

Times are aware datetimes in UTC; durations are milliseconds of a monotonic clock.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, Protocol

from clemtui.engine import (
    Control,
    Entry,
    Instance,
    Request,
    Response,
    Scores,
    Texts,
    Timing,
)
from clemtui.engine.instances import Origin
from clemtui.engine.scores import Outcome

Front = Literal["app", "plain", "run", "replay", "import"]
PlayerKind = Literal["human", "model", "scripted", "service"]
EndState = Literal["finished", "abandoned", "void"]
State = Literal["running", "finished", "abandoned", "void"]
ExposureKind = Literal["played", "other seat", "watched", "saw solution", "reviewed"]
Interface = Literal["assisted", "verbatim"]
SittingEvent = Literal["paused", "resumed", "focus lost", "focus gained", "ended"]
ConsentDecision = Literal["given", "refused", "withdrawn"]
ItemKind = Literal["episode"]
ItemState = Literal["open", "begun", "done"]


# What the program hands in


@dataclass(frozen=True, slots=True)
class SessionStart:
    """The beginning of a sitting. Python, platform, time and UTC offset are added."""

    front: Front
    program_version: str
    person: str | None = None
    """Id of the person who sits there; None where nobody does (``run``, ``replay``)."""


@dataclass(frozen=True, slots=True)
class SeatAssignment:
    """Who fills a seat of one episode.

    Attributes:
        player: the model's, scripted player's or service's name; for a person ``human``.
        person: id of the person, for a human seat.
        parameters: everything that configures the player (sampling, limits, prompts); stored once.
        seed: of a scripted player, or sent to a model.
    """

    seat: str
    role: str
    kind: PlayerKind
    player: str
    person: str | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class ItemRef:
    """Names a work item: the run, and the item's key within it."""

    run: str
    key: str


@dataclass(frozen=True, slots=True)
class WorkItem:
    """An item of a run as it stands.

    Attributes:
        position: its place in the plan of the run, from 1.
        result: what it results in, by kind: the id of the episode; None where it is open.
    """

    ref: ItemRef
    kind: ItemKind
    slot: int
    position: int
    state: ItemState
    result: str | None


@dataclass(frozen=True, slots=True)
class StoredRun:
    """A run: its id, and the manifest of what it covers."""

    id: str
    manifest: Mapping[str, Any]
    created_at: datetime


@dataclass(frozen=True, slots=True)
class EpisodeStart:
    """Everything that is known when an episode begins.

    Attributes:
        session: the sitting in which it begins.
        rules_hash: identity of the game's code and data.
        condition: everything that could change a person's result and is not the instance.
        environment: versions of what takes part (packages, servers), for the record.
        created_at: when an imported episode was played; None means now.
        time_known: False for imports that do not say when they were played.
        item: the work item of a run that this episode is to be the result of.
    """

    session: str
    family: str
    game: str
    game_version: str
    rules_hash: str
    instance: Instance
    texts: Texts
    seats: tuple[SeatAssignment, ...]
    interface: Interface
    condition: Mapping[str, Any] = field(default_factory=dict)
    environment: Mapping[str, Any] = field(default_factory=dict)
    practice: bool = False
    tags: Mapping[str, str] = field(default_factory=dict)
    created_at: datetime | None = None
    time_known: bool = True
    item: ItemRef | None = None


class AttemptUsage(Protocol):
    """Tokens as the provider counted them; None where it did not say."""

    @property
    def prompt_tokens(self) -> int | None: ...
    @property
    def completion_tokens(self) -> int | None: ...
    @property
    def reasoning_tokens(self) -> int | None: ...


class AttemptOutcome(Protocol):
    """How an attempt ended, and everything that had arrived by then (see the model player)."""

    @property
    def status(self) -> Literal["done", "error", "cut", "cancelled"]: ...
    @property
    def text(self) -> str: ...
    @property
    def raw(self) -> bytes:
        """The text as UTF-8 bytes in which nothing was replaced (surrogates passed)."""
        ...

    @property
    def reasoning(self) -> str: ...
    @property
    def usage(self) -> AttemptUsage: ...
    @property
    def cost(self) -> float | None:
        """US dollars; None where the price is not known."""
        ...

    @property
    def finish_reason(self) -> str | None: ...
    @property
    def provider(self) -> str | None: ...
    @property
    def model(self) -> str | None: ...
    @property
    def response_id(self) -> str | None: ...
    @property
    def time_to_first_token(self) -> float | None:
        """Seconds; stored as milliseconds."""
        ...

    @property
    def duration(self) -> float:
        """Seconds; stored as milliseconds."""
        ...

    @property
    def error_kind(self) -> str | None: ...
    @property
    def error_message(self) -> str | None: ...
    @property
    def retry_in(self) -> float | None:
        """Seconds until the next attempt; stored as milliseconds."""
        ...


# What the program gets back


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays, under a pseudonym."""

    id: str
    pseudonym: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Draft:
    """An answer that was not submitted: a text, or the values of a form."""

    request: int
    body: str | Mapping[str, Any]
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class Lease:
    """Which program plays an episode."""

    episode: str
    owner: str
    host: str
    pid: int
    front: str
    acquired: datetime
    heartbeat: datetime


@dataclass(frozen=True, slots=True)
class Claim:
    """Which program works on an item of a run."""

    item: ItemRef
    owner: str
    host: str
    pid: int
    acquired: datetime
    heartbeat: datetime


@dataclass(frozen=True, slots=True)
class EpisodeSummary:
    """One line of a list of episodes.

    ``scores`` are those of the game's own scorer; None where the episode has none.
    """

    id: str
    created_at: datetime
    time_known: bool
    family: str
    game: str
    game_version: str
    experiment: str
    game_id: int
    task_key: str
    instance_hash: str
    language: str
    interface: str
    practice: bool
    state: State
    erased: bool
    seats: tuple[SeatAssignment, ...]
    people: tuple[str, ...]
    """Pseudonyms of the people in its seats."""
    responses: int
    tags: Mapping[str, tuple[str, ...]]
    scores: Scores | None
    origin: Origin = "bundled"
    """Where its instance came from."""
    repeated: bool = False
    """Whether somebody in its seats had met its task before, in whatever language."""


@dataclass(frozen=True, slots=True)
class UnfinishedEpisode:
    """An episode that can be resumed: where it stands and who holds it."""

    summary: EpisodeSummary
    last_at: datetime
    """Of its last request or entry."""
    open_requests: tuple[int, ...]
    drafts: tuple[Draft, ...]
    lease: Lease | None
    lease_stale: bool
    """True where the program that holds the lease is known to be gone."""


@dataclass(frozen=True, slots=True)
class StoredRequest:
    """A request exactly as it was delivered, rebuilt and verified by its hash. It has no form."""

    request: Request
    asked_at: datetime
    session: str


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """An entry, when it came, and for people how."""

    seq: int
    entry: Entry
    seat: str | None
    at: datetime
    session: str
    timing: Timing | None


@dataclass(frozen=True, slots=True)
class StoredAttempt:
    """One call to a model. Everything but the first lines is None while it is open.

    ``outcome`` None: it never ended in the record, so the program died during it.
    """

    id: str
    request: int
    number: int
    parameters: Mapping[str, Any]
    started_at: datetime
    partial: str | None
    outcome: str | None
    error_kind: str | None
    error_message: str | None
    text: str | None
    reasoning: str | None
    prompt_tokens: int | None
    completion_tokens: int | None
    reasoning_tokens: int | None
    cost: float | None
    finish_reason: str | None
    provider: str | None
    model: str | None
    response_id: str | None
    first_token_ms: float | None
    duration_ms: float | None
    retry_in_ms: float | None


@dataclass(frozen=True, slots=True)
class StoredScores:
    """Scores, and the scorer that made them."""

    scorer: str
    rules_hash: str | None
    scores: Scores
    computed_at: datetime


@dataclass(frozen=True, slots=True)
class StoredEpisode:
    """Everything that is recorded of one episode.

    Attributes:
        rules_hash, texts_hash: what it was recorded under; compare before resuming.
        erased: its texts are gone: it cannot be replayed, and requests and entries are empty.
        rows: by table, what an export carries as it is recorded (see `clemtui.store.schema`).
    """

    summary: EpisodeSummary
    session: str
    rules_hash: str
    texts_hash: str
    instance: Instance
    texts: Texts
    condition: Mapping[str, Any]
    environment: Mapping[str, Any]
    requests: tuple[StoredRequest, ...]
    entries: tuple[StoredEntry, ...]
    attempts: tuple[StoredAttempt, ...]
    drafts: tuple[Draft, ...]
    scores: tuple[StoredScores, ...]
    state: State
    end_reason: str | None
    ended_at: datetime | None
    erased: bool
    rows: Mapping[str, Sequence[Mapping[str, Any]]] = field(default_factory=dict)

    @property
    def play(self) -> tuple[Response | Control, ...]:
        """The entries as the engine's replay takes them."""
        return tuple(stored.entry for stored in self.entries)


@dataclass(frozen=True, slots=True)
class EpisodeFilter:
    """Which episodes; what is None does not filter.

    Attributes:
        person: an id or a pseudonym.
        tag: a key and a value, or a key and None for any value.
        player: ``human``, ``model`` or ``scripted``, or a part of a model's name in any case.
        outcome: by the game's own scorer; episodes without scores have none.
        repeated: whether somebody who plays had met the task before, in whatever language.
        since, until: when it began: not before ``since``, and before ``until``.
        text: words that were said in it, all of them, each at the beginning of a word; words in
            double quotes stand together. See `clemtui.store.folding`.
    """

    game: str | None = None
    family: str | None = None
    language: str | None = None
    person: str | None = None
    state: State | None = None
    experiment: str | None = None
    tag: tuple[str, str | None] | None = None
    practice: bool | None = None
    player: str | None = None
    outcome: Outcome | None = None
    interface: Interface | None = None
    repeated: bool | None = None
    since: datetime | None = None
    until: datetime | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Exposure:
    """That a person has met a task, and how."""

    person: str
    task_key: str
    instance_hash: str
    kind: ExposureKind
    episode: str | None
    at: datetime


@dataclass(frozen=True, slots=True)
class Consent:
    """What a person decided about one use of their data; the latest of a purpose holds."""

    person: str
    purpose: str
    decision: ConsentDecision
    document_hash: str | None
    at: datetime


@dataclass(frozen=True, slots=True)
class Recovery:
    """What became of an emergency file."""

    written: int
    already_there: int
    refused: tuple[str, ...]
    """One line for each record that could not be put back, with its line number and why."""


@dataclass(frozen=True, slots=True)
class Erased:
    """What forgetting a person did."""

    erasure: str
    person: str
    episodes: tuple[str, ...]
    pages_in_use: bool
    """True where another program still reads the old pages; they go when the last one closes."""


@dataclass(frozen=True, slots=True)
class Merged:
    """What a merge did, or would do.

    Attributes:
        episodes_new: episodes that were not here.
        episodes_continued: that were here and had got further there.
        episodes_known: that were here just so.
        episodes_erased: that were here and lost their words, because somebody was forgotten there.
        episodes_playing: of the new and continued ones, those that are being played there now.
        people_new: names here of the people who were not here.
        people_renamed: names there and here of those of them whose name was taken here.
        people_known: how many were here.
        people_forgotten: how many were here and were forgotten there.
        sessions_new, sessions_known: sittings.
        rows: how many rows were written or deleted; 0: everything was here before.
    """

    episodes_new: int
    episodes_continued: int
    episodes_known: int
    episodes_erased: int
    episodes_playing: int
    people_new: tuple[str, ...]
    people_renamed: tuple[tuple[str, str], ...]
    people_known: int
    people_forgotten: int
    sessions_new: int
    sessions_known: int
    rows: int
