"""An attempt log that keeps its calls, for tests of calls to models."""

from __future__ import annotations

from collections.abc import Mapping

from clemtui.records.attempts import AttemptOutcome, ReceivedBody


class RecordingLog:
    """Keeps every call in order; an attempt is identified by its number."""

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.parameters: list[Mapping[str, object]] = []
        self.partials: list[tuple[object, str]] = []
        self.bodies: list[ReceivedBody] = []
        self.outcomes: list[AttemptOutcome] = []

    async def started(self, number: int, parameters: Mapping[str, object]) -> object:
        self.calls.append(f"started {number}")
        self.parameters.append(parameters)
        return number

    async def partial(self, attempt: object, text: str) -> None:
        self.calls.append(f"partial {attempt}")
        self.partials.append((attempt, text))

    async def received(self, attempt: object, body: ReceivedBody) -> None:
        self.bodies.append(body)

    async def ended(self, attempt: object, outcome: AttemptOutcome) -> None:
        self.calls.append(f"ended {attempt}")
        self.outcomes.append(outcome)
