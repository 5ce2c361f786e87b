"""The records as frozen data: what the program writes and what it reads.

Times are aware datetimes in UTC; durations are milliseconds of a monotonic clock.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

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
from clemtui.records.studies import Doubled, StudyRef
from clemtui.records.work import ItemRef

Front = Literal["app", "plain", "run", "replay", "import"]
PlayerKind = Literal["human", "model", "scripted", "service"]
State = Literal["running", "finished", "abandoned", "void"]
ExposureKind = Literal["played", "other seat", "watched", "saw solution", "reviewed"]
Interface = Literal["assisted", "board", "verbatim"]
"""What people have: board, form and aids; the boards only; or nothing but a model's messages."""
SittingEvent = Literal["paused", "resumed", "focus lost", "focus gained", "ended"]
ConsentDecision = Literal["given", "refused", "withdrawn"]
ErasureScope = Literal["person", "sitting", "episodes"]

AS_SENT: frozenset[Interface] = frozenset({"board", "verbatim"})
"""The interfaces in which people read messages as sent and write whole responses, unchecked."""

SampleReason = Literal[
    "erased", "practice", "excluded", "continued", "not finished", "abandoned", "void",
    "repetition",
]  # fmt: skip
"""Why an episode does not count, as the view ``sample`` of the database defines it.

``excluded``: a tag excludes it from analyses; ``continued``: it continues another episode with a
different partner; ``repetition``: a person in it had met the exposure key before.
"""


# Written by the program


@dataclass(frozen=True, slots=True)
class SessionStart:
    """The start of a sitting. The store adds Python, platform, time and UTC offset."""

    front: Front
    program_version: str
    person: str | None = None
    """Id of the person at the keyboard; None for unattended fronts (``run``, ``replay``)."""


@dataclass(frozen=True, slots=True)
class SeatAssignment:
    """Who fills a seat of an episode.

    Attributes:
        player: the name of the model, scripted player or service; ``human`` for a person.
        person: id of the person, for a human seat.
        parameters: everything that configures the player (sampling, limits, prompts); stored once.
        seed: the seed of a scripted player, or the one sent to a model.
    """

    seat: str
    role: str
    kind: PlayerKind
    player: str
    person: str | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)
    seed: int | None = None


IMPORTED_TAG = "imported"
"""The tag of an imported episode; its value is the version of what wrote it."""

NOT_RESCORED_TAG = "not re-scored"
"""The tag of an imported episode without scores by our rules; its value is the reason."""

EXCLUDED_TAG = "excluded"
EVERYWHERE = "everywhere"
"""The value of that tag for all analyses, as in any other value without `STUDY_PREFIX`."""
STUDY_PREFIX = "study:"
"""What a value of that tag begins with that excludes an episode from one study only."""
CLOSED_TAG = "closed"

RUN_TAG = "run"
"""The tag of a run's episodes, for filters. The run's items refer to the episodes, too."""

CONTINUATION_TAG = "continuation of"
"""The tag of an episode that a merge made of another's second continuation; its value is the id of
the other one."""


@dataclass(frozen=True, slots=True)
class EpisodeStart:
    """Everything that is known when an episode starts.

    Attributes:
        session: the sitting in which it starts.
        rules_hash: identity of the game's code and data.
        condition: everything besides the instance that could change a person's result.
        environment: versions of packages and servers involved, for the record.
        id: of an imported episode, made from its content; None: a new one.
        created_at: when an imported episode was played; None means now.
        time_known: False for imports without a known time of play.
        item: the work item of a run whose result this episode will be.
        exposure_key: what a person must not have met before (`Game.exposure_key`); empty: unknown.
        study: the assignment of a study for which it is played; its item is that of the assignment.
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
    id: str | None = None
    created_at: datetime | None = None
    time_known: bool = True
    item: ItemRef | None = None
    exposure_key: str = ""
    study: StudyRef | None = None


@dataclass(frozen=True, slots=True)
class TagDecision:
    """A decision to add a tag to episodes, or to revoke it.

    Attributes:
        author: who decided; empty: the program.
        reason: why; may be empty.
        at: when it was recorded; None for one that is not recorded yet.
        id: of one that was recorded elsewhere, which keeps it and its time, or was read.
        person: id of the author of one that was recorded elsewhere, who is named as here; or None.
        earlier: the decision that this one revokes, if it is known.
    """

    key: str
    value: str
    author: str
    reason: str = ""
    revoked: bool = False
    at: datetime | None = None
    id: str | None = field(default=None, compare=False)
    person: str | None = field(default=None, compare=False)
    earlier: TagDecision | None = field(default=None, compare=False)


# Read by the program


@dataclass(frozen=True, slots=True)
class Person:
    """A person who plays, under a pseudonym.

    Attributes:
        in_study: whether they take part in a study, so that no one else plays under their name.
    """

    id: str
    pseudonym: str
    created_at: datetime
    in_study: bool = False


@dataclass(frozen=True, slots=True)
class Draft:
    """An answer that has not been submitted: a text, or the values of a form.

    Attributes:
        body: None if nothing was written yet.
        timing: the timing so far; None if it was not measured.
    """

    request: int
    body: str | Mapping[str, Any] | None
    updated_at: datetime
    timing: Timing | None = None


@dataclass(frozen=True, slots=True)
class Lease:
    """Which program is playing an episode."""

    episode: str
    owner: str
    host: str
    pid: int
    front: str
    acquired: datetime
    heartbeat: datetime


@dataclass(frozen=True, slots=True)
class Claim:
    """Which program is working on an item of a run."""

    item: ItemRef
    owner: str
    host: str
    pid: int
    acquired: datetime
    heartbeat: datetime


@dataclass(frozen=True, slots=True)
class EpisodeSummary:
    """One line of a list of episodes.

    ``scores`` are those of the game's own scorer; None if the episode has none.
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
    interface: Interface
    practice: bool
    state: State
    seats: tuple[SeatAssignment, ...]
    people: tuple[str, ...]
    """Pseudonyms of the people in its seats."""
    responses: int
    tags: Mapping[str, tuple[str, ...]]
    scores: Scores | None
    origin: Origin = "bundled"
    """Where its instance came from."""
    decisions: tuple[TagDecision, ...] = ()
    """The decisions by which it has its tags; those of the program have no author."""
    revoked: tuple[TagDecision, ...] = ()
    """The decisions by which it lost tags that it does not have any more, oldest first."""
    left_out: tuple[SampleReason, ...] = ()
    """All reasons why it does not count in reports and comparisons; empty if it counts."""
    ended_at: datetime | None = None
    """When it ended; None if it has not."""

    def person_in(self, seat: SeatAssignment) -> str | None:
        """Return the pseudonym of the person in a seat; None if no person has it."""
        seated = [each.seat for each in self.seats if each.person]
        if len(seated) != len(self.people):
            return None  # another program has removed someone, as `clemtui doctor --deep` says
        return dict(zip(seated, self.people, strict=True)).get(seat.seat)

    @property
    def erased(self) -> bool:
        """Whether its text was erased."""
        return "erased" in self.left_out

    @property
    def repeated(self) -> bool:
        """Whether a person in it had met its exposure key before."""
        return "repetition" in self.left_out


@dataclass(frozen=True, slots=True)
class UnfinishedEpisode:
    """An episode that can be resumed: its progress and who has its lease."""

    summary: EpisodeSummary
    last_at: datetime
    """The time of its last request or entry."""
    open_requests: tuple[int, ...]
    drafts: tuple[Draft, ...]
    lease: Lease | None
    lease_stale: bool
    """True if the program that has the lease is known to be gone."""
    watchers: tuple[str, ...] = ()
    """Pseudonyms of the people who watch it, if no one plays it."""
    study: str | None = None
    """The study that it belongs to, in which alone it goes on; None: none."""

    @property
    def people(self) -> tuple[str, ...]:
        """Whose it is: the people in its seats; if there are none, those who watch it."""
        return self.summary.people or self.watchers


@dataclass(frozen=True, slots=True)
class StoredRequest:
    """A request exactly as it was delivered, rebuilt and verified by its hash. It has no form."""

    request: Request
    asked_at: datetime
    session: str


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """An entry, its time, a person's timing, and how long a paced partner's answer was held back,
    in milliseconds."""

    seq: int
    entry: Entry
    seat: str | None
    at: datetime
    session: str
    timing: Timing | None
    held_ms: float | None = None


@dataclass(frozen=True, slots=True)
class StoredAttempt:
    """A call to a model. All fields after ``partial`` are None until it ends.

    If ``outcome`` stays None, the program died during the call.

    Attributes:
        status, content_type, complete: the response; None if there was none, or it is not known.
        notes: what is unusual about the answer (see `clemtui.records.attempts.AttemptOutcome`).
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
    status: int | None = None
    content_type: str | None = None
    complete: bool | None = None
    notes: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class StoredScores:
    """Scores and the scorer that computed them."""

    scorer: str
    rules_hash: str | None
    scores: Scores
    computed_at: datetime


@dataclass(frozen=True, slots=True)
class StoredEpisode:
    """Everything recorded about an episode.

    Attributes:
        rules_hash, texts_hash: the rules and texts it was recorded with; compare them before
            resuming.
        erased: its text is erased; it cannot be replayed, and requests and entries are empty.
        decisions: all decisions on its tags, oldest first, with those that were revoked.
        rows: by table, the rows that an export carries unchanged (see `clemtui.store.schema`).
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
    decisions: tuple[TagDecision, ...] = ()
    rows: Mapping[str, Sequence[Mapping[str, Any]]] = field(default_factory=dict)

    @property
    def entries_for_replay(self) -> tuple[Response | Control, ...]:
        """The entries in the form that the engine's replay expects."""
        return tuple(stored.entry for stored in self.entries)


@dataclass(frozen=True, slots=True)
class EpisodeFilter:
    """A selection of episodes; fields that are None do not filter.

    Attributes:
        person: an id or a pseudonym.
        tag: a key and a value (blanks around it do not matter), or a key and None for any value.
        player: a kind (``human``, ``model`` or ``scripted``), or part of any name of a player but
            a person, ignoring case (`clemtui.store.read.players`).
        outcome: by the game's own scorer; episodes without scores have none.
        interface: as people had it; without people it has no effect, and nothing is selected.
        repeated: whether a person in the episode already knew the task, in any language.
        of_study: whether it is an episode of a participant in a study.
        counts: whether reports count it: nothing in its sample excludes it, and it has scores by
            the game's own scorer.
        since, until: bounds of the start time; ``until`` is exclusive.
        text: words that must all occur in what was said, as prefixes; words in double quotes are a
            phrase. See `clemtui.store.folding`.
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
    of_study: bool | None = None
    counts: bool | None = None
    since: datetime | None = None
    until: datetime | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Exposure:
    """A record that a person knows a task, and how they came to know it.

    Attributes:
        exposure_key: what they know; several tasks may share it (`Game.exposure_key`).
        episode: where they met it, which may be missing in this database; None: in none.
    """

    person: str
    task_key: str
    exposure_key: str
    instance_hash: str
    kind: ExposureKind
    episode: str | None
    at: datetime
    id: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Consent:
    """A person's decision about a use of their data; the latest one for a purpose is valid."""

    person: str
    purpose: str
    decision: ConsentDecision
    document_hash: str | None
    at: datetime


@dataclass(frozen=True, slots=True)
class NewConsent:
    """A person's decision about a use of their data, not recorded yet.

    ``document`` is the text that they were shown; None: none.
    """

    purpose: str
    decision: ConsentDecision
    document: str | None = None


@dataclass(frozen=True, slots=True)
class ErasureTarget:
    """What to erase: a person, or a sitting, or only some episodes.

    Attributes:
        person: id of a person; their record and all episodes in which they had a seat.
        session: id of a sitting; all episodes of which something was recorded in it.
        episodes: ids of episodes, if neither is given.
        scores: erase the scores as well.
    """

    person: str = ""
    session: str = ""
    episodes: tuple[str, ...] = ()
    scores: bool = False

    @property
    def scope(self) -> ErasureScope:
        """The scope, as in `erasures`."""
        return "person" if self.person else "sitting" if self.session else "episodes"


@dataclass(frozen=True, slots=True)
class Erased:
    """The outcome of an erasure.

    Attributes:
        erasure: its id.
        target: what was to be erased.
        episodes: the episodes that were erased.
        pages_in_use: another program still reads old pages; whoever opens the database after that
            removes them.
        renamed: the names of the person, and the name that they keep.
        problems: a line for each file beside the database that may still contain the text.
    """

    erasure: str
    target: ErasureTarget
    episodes: tuple[str, ...]
    pages_in_use: bool
    renamed: Mapping[str, str] = field(default_factory=dict)
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Merged:
    """What a merge did, or would do.

    Attributes:
        episodes_new: number of episodes that were not here.
        episodes_continued: those that were here and were further along there.
        episodes_known: those that were here and are unchanged.
        episodes_erased: those that were here and were erased, because they were erased there.
        episodes_playing: of the new and continued ones, those that are being played there now.
        episodes_split: pairs of an episode that was continued differently in the two databases, and
            the new episode that has its second continuation.
        episodes_ended_alike: those that ended in the same way in both; the earlier end is kept.
        people_new: the names that new people have here.
        people_renamed: pairs of (name there, name here) for new people whose name was taken here.
        people_known: number of people who were here.
        people_forgotten: number of people who were here and were deleted there.
        sessions_new, sessions_known: number of sittings.
        consents_new, consents_known: number of recorded consents.
        runs_new, runs_known: number of runs.
        studies_new, studies_known: number of studies.
        participants_new, participants_known: number of enrolments in studies.
        items_new: number of items of runs that were not here.
        items_continued: those that were here and have been begun or finished since.
        items_known: those that were here and are unchanged.
        decisions_new: number of decisions by people (exclusions, tags, closings) that were added to
            episodes that were here.
        rows: number of rows written or deleted; 0 if everything was here before.
        doubled: what occurs twice here now in the studies of the other database.
        problems: a line for each file beside the database that may still contain erased text.
    """

    episodes_new: int
    episodes_continued: int
    episodes_known: int
    episodes_erased: int
    episodes_playing: int
    episodes_split: tuple[tuple[str, str], ...]
    episodes_ended_alike: tuple[str, ...]
    people_new: tuple[str, ...]
    people_renamed: tuple[tuple[str, str], ...]
    people_known: int
    people_forgotten: int
    sessions_new: int
    sessions_known: int
    consents_new: int
    consents_known: int
    runs_new: int
    runs_known: int
    studies_new: int
    studies_known: int
    participants_new: int
    participants_known: int
    items_new: int
    items_continued: int
    items_known: int
    decisions_new: int
    rows: int
    doubled: tuple[Doubled, ...] = ()
    problems: tuple[str, ...] = ()
