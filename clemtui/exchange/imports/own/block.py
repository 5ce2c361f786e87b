"""The parts of what an exported tree says under ``clemtui``, where the reference has no fields.

An import accepts a tree from anyone, so each part is checked by itself; one that is not valid is
ignored, with a line that says why.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Annotated, Any, Literal, Self, TypeVar
from uuid import UUID

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    ValidationError,
    model_validator,
)

from clemtui.engine import Pause, Timing
from clemtui.exchange.imports.results_tree import in_utc, parse_timestamp
from clemtui.records.attempts import MAX_TOKENS, AttemptOutcome, AttemptStatus, Usage
from clemtui.records.rows import Exposure, ExposureKind, TagDecision

Part = TypeVar("Part", bound=BaseModel)

_UNSTORABLE = re.compile("[\0\ud800-\udfff]")
_DEEPEST = 20
"""How deeply data of games or providers may be nested, far more than any is."""


def _moment(value: Any) -> datetime:
    found = parse_timestamp(value)
    if found is None:
        raise ValueError("is not a time")
    return in_utc(found)


def _storable(text: str) -> str:
    if _UNSTORABLE.search(text):
        raise ValueError("has characters that cannot be stored")
    return text


def _shallow(value: Any) -> Any:
    level = [value]
    for _ in range(_DEEPEST):
        level = [inner for each in level for inner in _inner(each)]
    if level:
        raise ValueError("is nested too deeply")
    return value


def _inner(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


Moment = Annotated[datetime, BeforeValidator(_moment)]
Id = Annotated[str, AfterValidator(lambda text: str(UUID(text)))]
Name = Annotated[str, Field(min_length=1), AfterValidator(_storable)]
Milliseconds = Annotated[float, Field(ge=0, le=1e12, allow_inf_nan=False)]
Count = Annotated[int, Field(ge=0, le=MAX_TOKENS)]
Data = Annotated[dict[str, JsonValue], BeforeValidator(_shallow)]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class Decision(_Part):
    """A decision on a tag of the episode (see the table ``tags``)."""

    id: Id
    key: Name
    value: Name
    decision: Literal["added", "revoked"]
    author: str
    reason: str
    at: Moment
    person: Id | None = None

    def made(self) -> TagDecision:
        """Return the decision for the records."""
        revoked = self.decision == "revoked"
        return TagDecision(
            self.key, self.value, self.author, self.reason, revoked, self.at, self.id, self.person
        )


class Met(_Part):
    """How the person in a seat knows the exposure key of the episode (see the table ``exposures``).

    ``episode``: where they met it, which need not be in the tree.
    """

    id: Id
    seat: str
    kind: ExposureKind
    task_key: str
    exposure_key: str
    instance_hash: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    episode: Id | None = None
    at: Moment

    def exposure(self, person: str, key: str) -> Exposure:
        """Return the exposure of a person for the records.

        ``key``: the exposure key of the episode here; empty if its game is not installed.
        """
        key = key or self.exposure_key
        where = (self.task_key, key, self.instance_hash, self.kind, self.episode)
        return Exposure(person, *where, self.at, self.id)


class _Pause(_Part):
    start_ms: Milliseconds
    end_ms: Milliseconds
    why: Literal["paused", "focus lost"] = "paused"

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.end_ms < self.start_ms:
            raise ValueError("a pause ends before it starts")
        return self


class AnswerTiming(_Part):
    """The timing of a person's response, or of giving up (see `clemtui.engine.Timing`)."""

    shown_at: Moment | None = None
    first_key_ms: Milliseconds | None = None
    submitted_ms: Milliseconds | None = None
    away_ms: Milliseconds | None = None
    edits: Count | None = None
    pasted: Count | None = None
    pauses: tuple[_Pause, ...]
    hints: tuple[Data, ...] = ()
    values: Data | None = None

    def timing(self) -> Timing:
        """Return the timing for the records."""
        pauses = tuple(Pause(each.start_ms, each.end_ms, each.why) for each in self.pauses)
        given = {name: getattr(self, name) for name in type(self).model_fields}
        return Timing(**given | {"pauses": pauses})


class Attempt(_Part):
    """A call to a model, without its text."""

    number: Annotated[int, Field(ge=1, le=MAX_TOKENS)]
    outcome: AttemptStatus
    started_at: Moment
    duration_ms: Milliseconds
    first_token_ms: Milliseconds | None = None
    error_kind: str | None = None
    provider: str | None = None
    model: str | None = None
    finish_reason: str | None = None
    prompt_tokens: Count | None = None
    completion_tokens: Count | None = None
    reasoning_tokens: Count | None = None
    cost: Annotated[float, Field(allow_inf_nan=False)] | None = None
    reasoning: str | None = None
    notes: Data | None = None

    def ended(self, text: str) -> AttemptOutcome:
        """Return how it ended for the records; ``text`` is what the model said."""
        first = self.first_token_ms
        return AttemptOutcome(
            self.outcome,
            text,
            text.encode("utf-8", "surrogatepass"),
            self.duration_ms / 1000,
            self.reasoning or "",
            Usage(self.prompt_tokens, self.completion_tokens, self.reasoning_tokens),
            cost=self.cost,
            finish_reason=self.finish_reason,
            provider=self.provider,
            model=self.model,
            time_to_first_token=None if first is None else first / 1000,
            error_kind=self.error_kind,
            notes=self.notes or {},
        )


class Answering(_Part):
    """The models with which the episode counts, as providers named them or with an empty name, by
    the model asked."""

    answering_models: dict[
        Name, Annotated[tuple[Annotated[str, AfterValidator(_storable)], ...], Field(min_length=1)]
    ] = Field(default_factory=dict)


class Unanswered(_Part):
    """The calls to a model at a request that it did not answer."""

    seat: str
    attempts: tuple[Attempt, ...]


def read_part(kind: type[Part], value: Any, what: str, problems: list[str]) -> Part | None:
    """Return a part of a block; None, with a problem in one line, if it is not valid."""
    try:
        return kind.model_validate(value)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, (what, *first["loc"])))
        problems.append(f"ignored, as it is not valid: {where}: {first['msg']}")
        return None


def read_parts(
    kind: type[Part], block: Mapping[str, Any], name: str, problems: list[str]
) -> tuple[Part, ...]:
    """Return the valid parts of a list in a block, which may be missing."""
    values = block.get(name, [])
    if not isinstance(values, list):
        problems.append(f"ignored, as it is not a list: {name}")
        return ()
    return tuple(_valid(kind, values, name, problems))


def _valid(kind: type[Part], values: list[Any], name: str, problems: list[str]) -> Iterator[Part]:
    for place, value in enumerate(values):
        part = read_part(kind, value, f"{name}.{place}", problems)
        if part is not None:
            yield part
