"""Failures of calls to models, classified by what happened.

litellm's exception classes are misleading: a refused connection is raised as an internal server
error, a wrong key as a bad request, and every broken stream as the same class. `classify` therefore
looks at the status code, then at the underlying exceptions of the HTTP client and Python, and last
at the message.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from clemtui.language import Sentence
from clemtui.players.llm.error_messages import (
    NO_CONTEXT,
    ErrorKind,
    FailureContext,
    explain,
    with_detail,
)
from clemtui.players.llm.parameters import ModelParameters
from clemtui.players.llm.redaction import redact
from clemtui.players.llm.retry import retry_after

RETRYABLE = frozenset(
    {
        ErrorKind.REFUSED_CONNECTION,
        ErrorKind.RATE_LIMITED,
        ErrorKind.SERVER_ERROR,
        ErrorKind.TIMEOUT,
        ErrorKind.CUT,
    }
)
"""Kinds of failure that may be temporary. They are retried only while nothing has arrived."""


class ModelError(Exception):
    """Raised if a call to a model failed. Its text is one line of English without keys.

    Attributes:
        message: what happened, including what the server said, if anything. Translated for people.
        hint: what to do. Translated for people.
        status: the HTTP status; None if there is none.
        retry_after: the seconds that the server asked to wait; None if it did not.
        partial: the part of the answer that had arrived.
        detail: what the server said; empty if nothing.
        started: whether any part of an answer, reasoning included, had arrived.
    """

    def __init__(
        self,
        kind: ErrorKind,
        message: Sentence,
        hint: Sentence,
        *,
        status: int | None = None,
        retry_after: float | None = None,
        partial: str = "",
        detail: str = "",
        started: bool = False,
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.hint = hint
        self.status = status
        self.retry_after = retry_after
        self.partial = partial
        self.detail = detail
        self.started = started

    def __str__(self) -> str:
        return f"{self.message} {self.hint}"

    @property
    def retryable(self) -> bool:
        """Whether the same call may be sent again without asking."""
        return self.kind in RETRYABLE and not self.started


def model_error(
    kind: ErrorKind,
    parameters: ModelParameters,
    known: FailureContext = NO_CONTEXT,
    *,
    partial: str = "",
    detail: str = "",
) -> ModelError:
    """Create the error of this kind, filling in its sentences from what is known of the call."""
    message, hint = explain(kind, parameters, known)
    return ModelError(
        kind,
        with_detail(message, detail),
        hint,
        status=known.status,
        retry_after=known.retry_after,
        partial=partial,
        detail=detail,
        started=known.started,
    )


def classify(
    failure: BaseException, parameters: ModelParameters, *, partial: str = "", started: bool = False
) -> ModelError:
    """Classify `failure`, raised by litellm or below it."""
    chain = list(_causes(failure))
    status = _status(chain)
    detail = _shortened(redact(_detail(failure, chain), parameters.api_key_env))
    kind = _kind(chain, status, detail, _codes(chain))
    said_by_the_server = kind not in _OWN_WORDS
    known = FailureContext(
        status=status if said_by_the_server else None,
        retry_after=retry_after(getattr(failure, "litellm_response_headers", None)),
        started=started,
        lost=kind is ErrorKind.CUT,
    )
    return model_error(
        kind, parameters, known, partial=partial, detail=detail if said_by_the_server else ""
    )


# For these kinds, the message comes from a library and adds nothing to our own sentence.
_OWN_WORDS = frozenset(
    {
        ErrorKind.MISSING_KEY,
        ErrorKind.REFUSED_CONNECTION,
        ErrorKind.TIMEOUT,
        ErrorKind.CUT,
        ErrorKind.BAD_RESPONSE,
    }
)

_BY_NAME: Mapping[str, ErrorKind] = {
    "JSONDecodeError": ErrorKind.BAD_RESPONSE,
    "UnicodeDecodeError": ErrorKind.BAD_RESPONSE,
    "gaierror": ErrorKind.REFUSED_CONNECTION,
    "ConnectionRefusedError": ErrorKind.REFUSED_CONNECTION,
    "ConnectError": ErrorKind.REFUSED_CONNECTION,
    "ConnectTimeout": ErrorKind.REFUSED_CONNECTION,
    "ClientConnectorError": ErrorKind.REFUSED_CONNECTION,
    "InvalidURL": ErrorKind.REFUSED_CONNECTION,
    "UnsupportedProtocol": ErrorKind.REFUSED_CONNECTION,
    "TimeoutError": ErrorKind.TIMEOUT,
    "ReadTimeout": ErrorKind.TIMEOUT,
    "WriteTimeout": ErrorKind.TIMEOUT,
    "PoolTimeout": ErrorKind.TIMEOUT,
    "SocketTimeoutError": ErrorKind.TIMEOUT,
    "APITimeoutError": ErrorKind.TIMEOUT,
    "Timeout": ErrorKind.TIMEOUT,
    "ReadError": ErrorKind.CUT,
    "WriteError": ErrorKind.CUT,
    "RemoteProtocolError": ErrorKind.CUT,
    "ServerDisconnectedError": ErrorKind.CUT,
    "ClientPayloadError": ErrorKind.CUT,
    "ConnectionResetError": ErrorKind.CUT,
    "BrokenPipeError": ErrorKind.CUT,
}
"""Exceptions of httpx, aiohttp, openai, litellm and Python by name; none is imported here."""

_NO_KEY = re.compile(r"missing credentials|api_key client option must be set|no api key", re.I)
_WRONG_KEY = re.compile(r"(invalid|incorrect|wrong).{0,20}api.?key|api.?key.{0,20}not valid", re.I)
_NO_CREDIT = re.compile(
    r"insufficient_quota|current quota|credit balance|insufficient.?(credit|funds)", re.I
)
_TOO_LONG = re.compile(
    r"context.?(length|window)|maximum context|too many (input )?tokens|prompt is too long"
    r"|input length .* exceed|exceeds? the (available )?context",
    re.I,
)
_FILTERED = re.compile(r"content.?(filter|management policy)|content_policy|safety system", re.I)
_NO_MODEL = re.compile(
    r"provider not provided|model.{0,80}(not found|does ?n.t exist|does not exist|not exist"
    r"|not supported|unknown)|(unknown|no such|invalid) model|model_not_found",
    re.I,
)


def _kind(chain: list[BaseException], status: int | None, detail: str, codes: str) -> ErrorKind:
    said = f"{detail} {codes}"
    names = [type(failure).__name__ for failure in chain]
    if status is None or status >= 500 or status == 408:
        for name in names:
            if name in _BY_NAME:
                return _BY_NAME[name]
        if _NO_KEY.search(said):
            return ErrorKind.MISSING_KEY
    if status == 402 or (status in (400, 403, 429) and _NO_CREDIT.search(said)):
        return ErrorKind.NO_CREDIT
    if status == 429:
        return ErrorKind.RATE_LIMITED
    if status == 401 or (status == 400 and _WRONG_KEY.search(said)):
        return ErrorKind.MISSING_KEY if _NO_KEY.search(said) else ErrorKind.UNAUTHORISED
    if status in (400, 413, 422) and (
        "ContextWindowExceededError" in names or _TOO_LONG.search(said)
    ):
        return ErrorKind.CONTEXT_LENGTH
    if "ContentPolicyViolationError" in names or (status in (400, 403) and _FILTERED.search(said)):
        return ErrorKind.CONTENT_FILTER
    if status == 403:
        return ErrorKind.FORBIDDEN
    if status in (400, 404) and _NO_MODEL.search(said):
        return ErrorKind.UNKNOWN_MODEL
    if status == 404:
        return ErrorKind.NOT_FOUND
    if status == 413:
        return ErrorKind.CONTEXT_LENGTH
    if status is not None and 400 <= status < 500:
        return ErrorKind.BAD_REQUEST
    return ErrorKind.SERVER_ERROR


def _causes(failure: BaseException) -> Iterator[BaseException]:
    """Yield `failure` and the exceptions that it was made from, nearest first."""
    seen: set[int] = set()
    waiting: list[object] = [failure]
    while waiting:
        current = waiting.pop(0)
        if not isinstance(current, BaseException) or id(current) in seen:
            continue
        seen.add(id(current))
        yield current
        waiting += [
            getattr(current, "original_exception", None),
            current.__cause__,
            current.__context__,
        ]


def _status(chain: list[BaseException]) -> int | None:
    """Return the HTTP status, or an error object's code.

    A 500, which litellm also uses for "unknown", is only returned if there is nothing else.
    """
    found: list[int] = []
    for failure in chain:
        body = getattr(failure, "body", None)
        inner = body.get("code") if isinstance(body, dict) else None
        for value in (inner, getattr(failure, "status_code", None)):
            if isinstance(value, str) and value.isdecimal():
                value = int(value)
            if isinstance(value, int) and 400 <= value < 600:
                found.append(value)
    return next((value for value in found if value != 500), found[0] if found else None)


def _codes(chain: list[BaseException]) -> str:
    """Return the server's names for the error, such as `insufficient_quota`."""
    words = []
    for failure in chain:
        body = getattr(failure, "body", None)
        if isinstance(body, dict):
            words += [str(body.get("code")), str(body.get("type"))]
    return " ".join(words)


_PREFIXES = re.compile(
    r"^(?:(?:litellm\.)?[A-Za-z_]*(?:Error|Exception|Timeout)\s*(?::|-)\s*)+", re.I
)
_LONGEST_DETAIL = 240


def _detail(failure: BaseException, chain: list[BaseException]) -> str:
    """Return what the server said, as one line without class names or tracebacks."""
    for candidate in chain:
        body = getattr(candidate, "body", None)
        if isinstance(body, dict) and isinstance(body.get("message"), str):
            return _one_line(body["message"])
    return _one_line(_json_message(_PREFIXES.sub("", str(failure))))


def _json_message(text: str) -> str:
    """Return the message in a JSON error object, or in the repr of one as bytes; else `text`."""
    start = text.find("{")
    end = text.rfind("}")
    if start < 0 or end < start or start > 2:
        return text
    try:
        content = json.loads(text[start : end + 1])
    except ValueError:
        return text
    error = content.get("error", content)
    found = error.get("message") if isinstance(error, dict) else error
    return found if isinstance(found, str) else text


def _one_line(text: str) -> str:
    lines = text.strip().splitlines()
    line = "".join(letter if letter.isprintable() else " " for letter in lines[0]) if lines else ""
    return " ".join(line.split())


def _shortened(line: str) -> str:
    return line if len(line) <= _LONGEST_DETAIL else line[: _LONGEST_DETAIL - 1] + "…"
