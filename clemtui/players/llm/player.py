"""Call a model: the only adapter for litellm, and the only module that imports it.

litellm takes seconds to import, so it is imported on first use; `preload` does this ahead of time,
off the UI thread. Its network lookups, `.env` loading, loggers and retries are disabled.

A call that returned nothing is retried automatically if the reason may be temporary (see
`RETRYABLE`), as often as the parameters allow, each time as a separate attempt. Once a token has
arrived, nothing is retried: the attempt ends as `cut`, the partial answer is kept, and whether to
call (and pay) again is up to the person, or the settings of a run.
"""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from clemtui.language import join_sentences
from clemtui.players.attempts import AttemptLog
from clemtui.players.llm.error_messages import ErrorKind, FailureContext
from clemtui.players.llm.errors import WHOLE, ModelError, classify, classify_said, model_error
from clemtui.players.llm.events import (
    DONE,
    INVALID,
    Event,
    EventParser,
    events,
    is_error,
    is_ping,
    may_be_events,
    speaks_openai,
)
from clemtui.players.llm.key import key_for
from clemtui.players.llm.library import LiteLLM, set_environment, silence, warm_up
from clemtui.players.llm.parameters import ModelParameters
from clemtui.players.llm.policies import Judgement, judge
from clemtui.players.llm.redaction import hide_keys, keys_in_answers, spellings
from clemtui.players.llm.retry import RetryTiming, retry_wait
from clemtui.players.llm.scrubbing import scrubbed
from clemtui.players.llm.server_variables import has_own_server, server_in_environment
from clemtui.players.llm.stream import (
    MAX_ANSWER_BYTES,
    Answer,
    ChatStream,
    Delta,
    believable_cost,
    believable_counts,
)
from clemtui.players.llm.text import raw_bytes, repaired
from clemtui.players.llm.wire import Wire, attached, install, largest_body
from clemtui.records.attempts import CUT_OFF, AttemptOutcome, AttemptStatus, ReceivedBody

_BETWEEN_PARTIALS = 1.0  # seconds
_CLOSING = 2.0  # seconds that a connection may take to close

_ENDING = 1.0  # seconds that a server may take to end a response after the end of the stream
_DRAINING = 5.0  # seconds that the rest of a response that cannot be understood may take

_Result = TypeVar("_Result")
_Item = TypeVar("_Item")
_importing = threading.Lock()
_litellm: LiteLLM | None = None


def preload() -> LiteLLM:
    """Import litellm quietly, and prepare it so that the first call is fast.

    Takes seconds the first time and no time afterwards. Run it outside the UI thread.
    """
    global _litellm
    with _importing:
        if _litellm is None:
            set_environment()
            import litellm

            _litellm = silence(litellm)
            install()
            warm_up(_litellm)
            # The roughly 400,000 objects of litellm stay in memory. Scanning them in a full garbage
            # collection would freeze the screen for a third of a second or more, again and again.
            gc.freeze()
        return _litellm


async def complete(
    parameters: ModelParameters,
    messages: Sequence[Mapping[str, object]],
    *,
    log: AttemptLog,
    on_delta: Callable[[Delta], None] | None = None,
    pacing: RetryTiming | None = None,
    limit: int = MAX_ANSWER_BYTES,
) -> AttemptOutcome:
    """Call a model and return its complete answer.

    Each attempt is recorded in `log` before it is sent and when it ends, even if this call is
    cancelled.

    Args:
        messages: dicts with `role` and `content`.
        on_delta: called with each piece of the answer as it arrives.
        limit: maximum size of the answer in bytes, reasoning included.

    Raises:
        ModelError: if there is no complete answer.
        Exception: whatever `log` or `on_delta` raise.
    """
    litellm = await asyncio.to_thread(preload) if _litellm is None else _litellm
    _check_server(parameters)
    key = key_for(parameters, litellm)
    call = _Call(
        litellm, parameters, key, _sendable(messages), log, on_delta, pacing or RetryTiming(), limit
    )
    number = 1
    while True:
        outcome, error = await call.attempt(number)
        if error is None:
            return outcome
        if outcome.retry_in is None:
            raise error
        await call.pacing.sleep(outcome.retry_in)
        number += 1


def _check_server(parameters: ModelParameters) -> None:
    """Raise ModelError if litellm would use a server that the parameters do not name.

    They named none when the player was made, so that it is another one than with that server.
    """
    variable = server_in_environment(parameters.model)
    if parameters.api_base is None and variable is not None:
        known = FailureContext(variable=variable.name)
        raise model_error(ErrorKind.OTHER_SERVER, parameters, known)


@dataclass(frozen=True, slots=True)
class _Call:
    """What the attempts of one call of `complete` have in common."""

    litellm: LiteLLM
    parameters: ModelParameters
    key: str | None
    messages: list[dict[str, object]]
    log: AttemptLog
    on_delta: Callable[[Delta], None] | None
    pacing: RetryTiming
    limit: int

    async def attempt(self, number: int) -> tuple[AttemptOutcome, ModelError | None]:
        """Make attempt `number` and record it. Returns its outcome and the error, if any.

        What the server sent is recorded first, then what it means, also if the former failed.
        """
        recorded, cancelled = await _finish(self.log.started(number, self.parameters.record()))
        keys = spellings(keys_in_answers(self.key))
        wire = Wire(largest_body(self.limit))
        progress = _Progress(recorded, wire, Answer(self.limit, keys), keys, self.pacing.clock())
        error: ModelError | None = None
        interrupted: BaseException | None = cancelled
        if interrupted is None:
            try:
                await self._receive(progress)
            except ModelError as failure:
                error = failure
            except BaseException as failure:  # noqa: BLE001 - raised once the end is recorded
                interrupted = failure  # cancelled, or the log or the observer failed
        progress.ended = self.pacing.clock()
        unrecorded = await self._keep_body(progress)
        if interrupted is None:
            outcome, error = self._final_outcome(progress, error, number)
        else:
            outcome = self._outcome(progress, self._judge(progress), "cancelled")
        _, cancelled = await _finish(self.log.ended(recorded, outcome))
        for stopped in (interrupted, unrecorded, cancelled):
            if stopped is not None:
                raise stopped
        return outcome, error

    async def _receive(self, progress: _Progress) -> None:
        """Send the request and read the response.

        Raises:
            ModelError: if the response could not be read to its end.
        """
        answer, wire = progress.answer, progress.wire
        try:
            async with asyncio.timeout(self.parameters.timeout) as deadline:
                with attached(wire):
                    await self._read(progress)
        except (TimeoutError, ModelError):
            if not deadline.expired():
                raise
            if answer.finish_reason is None:  # else only the end of the stream is missing
                raise self._error(ErrorKind.TIMEOUT, answer) from None

    async def _keep_body(self, progress: _Progress) -> BaseException | None:
        """Record the response as it arrived; return what the log raised, or a cancellation.

        Neither changes what became of the call.
        """
        try:
            _, cancelled = await _finish(self._record_body(progress))
        except Exception as failure:  # noqa: BLE001 - raised once the end is recorded
            return failure
        return cancelled

    async def _record_body(self, progress: _Progress) -> None:
        wire = progress.wire
        await _close(wire)
        if wire.status is None:
            return
        body = ReceivedBody(
            status=wire.status,
            content_type=hide_keys(wire.headers.get("content-type", ""), progress.keys),
            body=await asyncio.to_thread(scrubbed, wire.received, progress.keys),
            complete=wire.complete,
        )
        await self.log.received(progress.recorded, body)

    async def _read(self, progress: _Progress) -> None:
        answer, wire = progress.answer, progress.wire
        try:
            stream = await self.litellm.acompletion(**self._options())
        except Exception as failure:  # noqa: BLE001 - litellm raises whatever is beneath it
            await wire.drain(_DRAINING)
            raise classify(failure, self.parameters, wire) from None
        try:
            answer.provider = stream.custom_llm_provider
            read = events(wire.pieces(), progress.parser)
            first = await self._first(read, progress)
            if first is None:
                await self._read_chunks(stream, progress)
            else:
                await self._read_events(first, read, progress)
            answer.overflowed = answer.overflowed or wire.too_long
            self._show(answer.end())
        finally:
            _, cancelled = await _finish(_close(stream))
            if cancelled is not None:
                raise cancelled

    async def _first(self, read: AsyncIterator[Event], progress: _Progress) -> Event | None:
        """Return the first event if the server speaks the OpenAI protocol, else None."""
        if progress.wire.status is None or not may_be_events(progress.wire.headers):
            return None
        while (event := await self._next(read, progress)) is not None:
            if not is_ping(event):
                return event if speaks_openai(event) else None
        return None

    async def _read_events(
        self, first: Event, read: AsyncIterator[Event], progress: _Progress
    ) -> None:
        """Read an answer in the OpenAI protocol."""
        answer = progress.answer
        event: Event | None = first
        while event is not None and event.data is not DONE and not answer.overflowed:
            if event.data is INVALID or is_error(event):
                if answer.finish_reason is None:
                    raise await self._refused(event, progress)
                return
            delta = answer.take(event.data, nested=event.nested)
            if delta is not None:
                await self._pass_on(delta, progress)
            event = await self._next(read, progress)
        if event is not None and event.data is DONE:
            answer.ended = True
            await progress.wire.drain(_ENDING)
        elif progress.parser.other and answer.choices:
            answer.ended = True  # a document needs no finish reason: it has an end

    async def _refused(self, event: Event, progress: _Progress) -> ModelError:
        """Return the error that the server sent, or that it sent nothing that can be read."""
        answer, wire = progress.answer, progress.wire
        await wire.drain(_DRAINING)
        if event.data is INVALID:
            return self._error(ErrorKind.BAD_RESPONSE, answer)
        return classify_said(
            event.data, self.parameters, wire, partial=answer.text, started=answer.started
        )

    async def _read_chunks(self, stream: ChatStream, progress: _Progress) -> None:
        """Read an answer in another protocol, which litellm translates."""
        answer = progress.answer
        chunks = aiter(stream)
        try:
            while not answer.overflowed:
                chunk = await self._next(chunks, progress, stream)
                if chunk is None:
                    return
                delta = answer.take(chunk)
                if delta is not None:
                    await self._pass_on(delta, progress)
        finally:
            answer.close(stream)

    async def _next(
        self,
        items: AsyncIterator[_Item],
        progress: _Progress,
        stream: ChatStream | None = None,
    ) -> _Item | None:
        """Return the next item; None at the end.

        A complete answer also ends here if its connection breaks.

        Raises:
            ModelError: if it breaks before the answer is complete.
        """
        answer, wire = progress.answer, progress.wire
        try:
            return await anext(items)
        except StopAsyncIteration:
            return None
        except Exception as failure:  # noqa: BLE001 - litellm raises whatever is beneath it
            reason = answer.finish_reason if stream is None else stream.received_finish_reason
            if reason is not None:
                return None
            await wire.drain(_DRAINING)
            raise classify(
                failure, self.parameters, wire, partial=answer.text, started=answer.started
            ) from None

    async def _pass_on(self, delta: Delta, progress: _Progress) -> None:
        now = self.pacing.clock()
        if progress.first is None:
            progress.first = progress.last_partial = now
        self._show(delta)
        if now - progress.last_partial >= _BETWEEN_PARTIALS and progress.answer.text:
            progress.last_partial = now
            await self.log.partial(progress.recorded, progress.answer.text)

    def _show(self, delta: Delta) -> None:
        if self.on_delta is not None and (delta.text or delta.reasoning):
            self.on_delta(delta)

    def _options(self) -> dict[str, Any]:
        parameters = self.parameters
        chosen = {
            "api_base": parameters.api_base,
            "api_key": self.key,
            "temperature": parameters.temperature,
            "max_tokens": parameters.max_tokens,
        }
        return {
            "model": parameters.model,
            "messages": [dict(message) for message in self.messages],
            "stream": True,
            "stream_options": {"include_usage": True},
            "timeout": parameters.timeout,
            "max_retries": 0,
            "num_retries": 0,
            **{name: value for name, value in chosen.items() if value is not None},
            **parameters.extra,
        }

    def _error(
        self, kind: ErrorKind, answer: Answer, judgement: Judgement | None = None
    ) -> ModelError:
        known = FailureContext(
            started=answer.started,
            limit=self.limit,
            used_up=(answer.finish_reason or "").casefold() in CUT_OFF,
            tools=bool(answer.first.calls),
        )
        partial = answer.text if judgement is None else repaired(judgement.text)
        return model_error(kind, self.parameters, known, partial=partial)

    def _final_outcome(
        self, progress: _Progress, error: ModelError | None, number: int
    ) -> tuple[AttemptOutcome, ModelError | None]:
        """Return the outcome of an attempt that ended by itself, and the error, if any."""
        judgement = self._judge(progress)
        if error is None and judgement.problem is not None:
            error = self._error(judgement.problem, progress.answer, judgement)
        if error is None:
            return self._outcome(progress, judgement, "done"), None
        retry_in = None
        if error.retryable and number <= self.parameters.retries:
            retry_in = retry_wait(number, error.retry_after, self.pacing.jitter())
        cut = error.started and error.kind not in WHOLE
        status: AttemptStatus = "cut" if cut else "error"
        return self._outcome(progress, judgement, status, error, retry_in), error

    def _judge(self, progress: _Progress) -> Judgement:
        return judge(progress.answer, self.parameters, damaged=progress.parser.damaged)

    def _outcome(
        self,
        progress: _Progress,
        judgement: Judgement,
        status: AttemptStatus,
        error: ModelError | None = None,
        retry_in: float | None = None,
    ) -> AttemptOutcome:
        answer, begun = progress.answer, progress.begun
        return AttemptOutcome(
            status=status,
            text=repaired(judgement.text),
            raw=raw_bytes(judgement.text),
            reasoning=repaired(judgement.reasoning),
            usage=answer.usage,
            cost=self._cost(answer),
            finish_reason=answer.finish_reason,
            provider=answer.provider,
            model=answer.model,
            response_id=answer.response_id,
            time_to_first_token=None if progress.first is None else progress.first - begun,
            duration=progress.ended - begun,
            error_kind=None if error is None else error.kind.value,
            problem=None if error is None else join_sentences(error.message, error.hint),
            retry_in=retry_in,
            notes=judgement.notes,
        )

    def _cost(self, answer: Answer) -> float | None:
        """Return the cost in US dollars, as reported or from litellm's price list; None if unknown.

        A custom server has its own prices, whatever its model is called, so the list is not used
        for one. A price of 0 in the list means "not listed" (ollama) and counts as unknown.
        """
        if answer.reported_cost is not None:
            return answer.reported_cost
        if answer.usage_as_sent is None or has_own_server(self.parameters):
            return None
        try:
            usage = self.litellm.Usage(**believable_counts(answer.usage_as_sent))
            prices = self.litellm.cost_per_token(model=self.parameters.model, usage_object=usage)
        except Exception:  # noqa: BLE001 - raises a bare Exception for a model without a price
            return None
        return believable_cost(sum(prices))


@dataclass(slots=True)
class _Progress:
    """The progress of an attempt. Times are from `RetryTiming.clock`."""

    recorded: object
    wire: Wire
    answer: Answer
    keys: tuple[str, ...]
    begun: float
    parser: EventParser = field(default_factory=EventParser)
    ended: float = field(default=0.0)
    first: float | None = None
    last_partial: float = field(default=0.0)


async def _finish(
    work: Coroutine[Any, Any, _Result],
) -> tuple[_Result, asyncio.CancelledError | None]:
    """Run `work` to its end, whatever happens. Also returns a cancellation received meanwhile."""
    task = asyncio.ensure_future(work)
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait({task})  # does not cancel the task when it is cancelled itself
        except asyncio.CancelledError as interruption:
            cancelled = interruption
    return task.result(), cancelled


async def _close(stream: ChatStream | Wire) -> None:
    try:
        async with asyncio.timeout(_CLOSING):
            await stream.aclose()
    except TimeoutError:
        return  # the connection is abandoned; the process waits for it, not the person


def _sendable(messages: Sequence[Mapping[str, object]]) -> list[dict[str, object]]:
    """Copy the messages in a form that UTF-8 can encode as JSON (see `llm.text`)."""
    return [
        {name: repaired(value) if isinstance(value, str) else value for name, value in m.items()}
        for m in messages
    ]
