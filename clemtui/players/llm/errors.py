"""Failures of calls to models, classified by what happened.

litellm's exception classes are misleading: a refused connection is raised as an internal server
error, a wrong key as a bad request, and every broken stream as the same class. What arrived on the
wire therefore decides: the status and the body, or else the exception of the HTTP client. Only if
litellm itself refused a call is its exception all there is. The functions here have a result for
everything that a server may send.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from clemtui.language import Sentence
from clemtui.players.llm.error_messages import (
    NO_CONTEXT,
    ErrorKind,
    FailureContext,
    explain,
    with_detail,
)
from clemtui.players.llm.events import (
    INVALID,
    Event,
    EventParser,
    document,
    is_error,
    may_be_events,
    parsed,
)
from clemtui.players.llm.parameters import ModelParameters
from clemtui.players.llm.redaction import redact
from clemtui.players.llm.retry import retry_after
from clemtui.players.llm.server_variables import proxy_variable
from clemtui.players.llm.wire import Undecodable, Wire
from clemtui.records.attempts import stated

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


WHOLE = frozenset({ErrorKind.EMPTY, ErrorKind.REFUSED, ErrorKind.CUT_OFF, ErrorKind.NOT_SINGLE})
"""Kinds of failure of a response that arrived as a whole."""


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
    failure: BaseException,
    parameters: ModelParameters,
    wire: Wire | None = None,
    *,
    partial: str = "",
    started: bool = False,
) -> ModelError:
    """Classify `failure`, raised by litellm or below it during a call whose response is `wire`.

    What arrived on the wire decides; the exception decides only what the wire does not show.
    """
    if wire is None or not wire.addresses:
        facts = _facts_of(failure)
    elif wire.redirect is not None:
        facts = _Facts(ErrorKind.REDIRECTED)
    elif wire.status is None:
        facts = _facts_of_connection(wire.failure or failure, ErrorKind.CUT)
    elif not 200 <= wire.status < 300:
        facts = _facts_of_response(wire, said_in(document(bytes(wire.body)).event.data))
    elif wire.failure is not None:
        facts = _facts_of_connection(wire.failure, ErrorKind.CUT)
    elif may_be_events(wire.headers):
        facts = _facts_of_error(_error_event(wire))
    else:
        facts = _facts_of(failure)
    return _error(facts, parameters, wire, partial=partial, started=started)


def classify_said(
    value: object,
    parameters: ModelParameters,
    wire: Wire,
    *,
    partial: str = "",
    started: bool = False,
) -> ModelError:
    """Classify an error that a server sent as JSON in place of an answer, or of a part of one."""
    facts = _facts_of_error(Event(value))
    return _error(facts, parameters, wire, partial=partial, started=started)


@dataclass(frozen=True, slots=True)
class Said:
    """What a server said about an error.

    Attributes:
        message: one line; empty if there is none.
        code: its code, a number or a name.
        names: its names for the error, such as `insufficient_quota`.
    """

    message: str = ""
    code: object = None
    names: str = ""

    @property
    def whole(self) -> str:
        """Everything in which the kind of error may be named."""
        return f"{self.message} {self.names}"[:_LONGEST_SAID]


def said_in(value: object) -> Said:
    """Return what the JSON body of an error says, in any of the usual forms."""
    if isinstance(value, list):
        value = next((each for each in value if isinstance(each, Mapping)), None)
    outer = value if isinstance(value, Mapping) else {}
    error = outer.get("error") or outer.get("errors") or outer.get("detail") or value
    if isinstance(error, list):
        error = error[0] if error else None
    if isinstance(error, str):
        return Said(_one_line(error), outer.get("code"), stated(outer.get("type") or ""))
    if not isinstance(error, Mapping):
        return Said()
    texts = (each.get(name) for each in (error, outer) for name in ("message", "detail", "msg"))
    message = next((text for text in texts if isinstance(text, str)), "")
    code = error.get("code")
    names = (code, error.get("type"), error.get("status"))
    return Said(_one_line(message), code, " ".join(stated(each) for each in names if each))


@dataclass(frozen=True, slots=True)
class _Facts:
    """What is known of a failure; ``detail`` is what the server said, as one line."""

    kind: ErrorKind
    status: int | None = None
    detail: str = ""
    headers: object = None
    unreadable: bool = False


def _error(
    facts: _Facts, parameters: ModelParameters, wire: Wire | None, *, partial: str, started: bool
) -> ModelError:
    own_words = facts.kind in _OWN_WORDS
    sent_to = () if wire is None else tuple(wire.addresses)
    redirect = None if wire is None else wire.redirect
    headers = facts.headers if wire is None or wire.status is None else wire.headers
    known = FailureContext(
        status=None if own_words else facts.status,
        retry_after=retry_after(headers),
        started=started,
        lost=facts.kind is ErrorKind.CUT,
        redirect="" if redirect is None else _place(redirect),
        circular=redirect in sent_to,
        ending=_ending(sent_to, parameters.api_base),
        proxy=proxy_variable(sent_to[-1]) if sent_to else "",
        unreadable=facts.unreadable,
    )
    detail = "" if own_words else _shortened(redact(facts.detail, parameters.api_key_env))
    return model_error(facts.kind, parameters, known, partial=partial, detail=detail)


def _facts_of_response(wire: Wire, said: Said) -> _Facts:
    """Return the facts of a response with the status of an error."""
    status = wire.status or 0
    if isinstance(wire.failure, Undecodable):
        said = Said()
    elif not said.message and not _is_markup(wire):
        text = bytes(wire.body[:_LONGEST_SAID]).decode("utf-8", "replace")
        said = Said(_one_line(text), said.code, said.names) if parsed(text) is INVALID else said
    if status < 400:
        return _Facts(ErrorKind.BAD_RESPONSE)
    return _Facts(_kind([], status, said.whole), status, said.message)


def _facts_of_error(event: Event | None) -> _Facts:
    """Return the facts of an error that is part of a stream; None: there is none."""
    if event is None:
        return _Facts(ErrorKind.BAD_RESPONSE)
    said = said_in(event.data)
    status = _as_status(said.code)
    return _Facts(_kind([], status, said.whole), status, said.message)


def _error_event(wire: Wire) -> Event | None:
    """Return the first event in a body that is an error."""
    parser = EventParser()
    found = (*parser.feed(bytes(wire.body)), *parser.end())
    return next((event for event in found if is_error(event)), None)


def _facts_of_connection(failure: BaseException, otherwise: ErrorKind) -> _Facts:
    """Return the facts of a connection that failed, or broke."""
    chain = list(_causes(failure))
    if any(_is_unreadable(each) for each in chain):
        return _Facts(ErrorKind.BAD_RESPONSE, unreadable=True)
    names = [type(each).__name__ for each in chain]
    return _Facts(next((_BY_NAME[name] for name in names if name in _BY_NAME), otherwise))


def _facts_of(failure: BaseException) -> _Facts:
    """Return the facts that an exception of litellm shows."""
    chain = list(_causes(failure))
    status, detail = _status(chain), _detail(failure, chain)
    return _Facts(
        _kind([type(each).__name__ for each in chain], status, f"{detail} {_codes(chain)}"),
        status,
        detail,
        getattr(failure, "litellm_response_headers", None),
    )


def _is_markup(wire: Wire) -> bool:
    return "html" in wire.headers.get("content-type", "") or wire.body.lstrip().startswith(b"<")


def _ending(sent_to: Sequence[str], api_base: str | None) -> str:
    """Return what follows api_base in the address of a call; empty if it does not begin so."""
    if not sent_to or not api_base or not sent_to[0].startswith(api_base):
        return ""
    return urlsplit(sent_to[0].removeprefix(api_base)).path


def _place(address: str) -> str:
    """Return an address without what may be secret: user, password, query, fragment."""
    try:
        parts = urlsplit(address)
        host = parts.netloc.rpartition("@")[2]
    except ValueError:
        return _shortened(_one_line(re.split("[?#]", address, maxsplit=1)[0]))
    return _shortened(_one_line(f"{parts.scheme}://{host}{parts.path}"))


def _as_status(code: object) -> int | None:
    """Return the HTTP status that a code is; None if it is none."""
    if isinstance(code, str) and len(code) == 3 and code.isascii() and code.isdigit():
        code = int(code)
    return code if isinstance(code, int) and 400 <= code < 600 else None


# For these kinds, the message comes from a library and adds nothing to our own sentence.
_OWN_WORDS = frozenset(
    {
        ErrorKind.MISSING_KEY,
        ErrorKind.REFUSED_CONNECTION,
        ErrorKind.TIMEOUT,
        ErrorKind.CUT,
        ErrorKind.BAD_RESPONSE,
        ErrorKind.REDIRECTED,
    }
)

_LONGEST_SAID = 2_000  # characters of an error that are read


def _is_unreadable(failure: BaseException) -> bool:
    """Whether an exception says that what arrived cannot be decoded: it is ours, or h11's.

    h11 also has no other exception for a connection that is closed too early.
    """
    kind = type(failure)
    ours = kind is Undecodable
    return ours or (kind.__module__.startswith("h11.") and "closed connection" not in str(failure))


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
# What providers say if a dialogue is too long. As it may end an episode, a word such as "context"
# is not enough, and what is said of rates and of parameters is something else.
_TOO_LONG = re.compile(
    r"context_length_exceeded|exceed_context_size|maximum context length|maximum prompt length"
    r"|(prompt|input|messages?|dialogue) (is|are) too long|prompt exceeds max"
    r"|exceeds?.{0,40} (context|max_model_len)|exceeded.{0,40} token limit"
    r"|input token count .{0,40}exceeds|tokens in the prompt exceeds"
    r"|(tokens|context) .{0,80}(loaded with|only).{0,20} context length"
    r"|context the overflows|`inputs` tokens|range of input length",
    re.I,
)
_NOT_TOO_LONG = re.compile(
    r"rate.?limit|per min|per day|\bTPM\b|throttl|please wait|slow down|retry later|unrecognized"
    r"|not allowed|unknown (argument|parameter)|invalid value",
    re.I,
)
_FILTERED = re.compile(r"content.?(filter|management policy)|content_policy|safety system", re.I)
_NO_MODEL = re.compile(
    r"provider not provided|model.{0,80}(not found|does ?n.t exist|does not exist|not exist"
    r"|not supported|unknown)|(unknown|no such|invalid) model|model_not_found",
    re.I,
)


def _is_too_long(said: str) -> bool:
    """Return whether an error says that the dialogue does not fit into the model's context."""
    return _TOO_LONG.search(said) is not None and _NOT_TOO_LONG.search(said) is None


def _kind(names: Sequence[str], status: int | None, said: str) -> ErrorKind:
    """Return the kind of an error from its status, what was said, and the names of exceptions.

    litellm's own names come with statuses that it invents. A response is judged without names.
    """
    if names and (status is None or status >= 500 or status == 408):
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
        unset = names and _NO_KEY.search(said)
        return ErrorKind.MISSING_KEY if unset else ErrorKind.UNAUTHORISED
    if (status is None or status in (400, 413, 422, 500)) and _is_too_long(said):
        return ErrorKind.CONTEXT_LENGTH
    if "ContentPolicyViolationError" in names or (status in (400, 403) and _FILTERED.search(said)):
        return ErrorKind.CONTENT_FILTER
    if status == 403:
        return ErrorKind.FORBIDDEN
    if status in (400, 404) and _NO_MODEL.search(said):
        return ErrorKind.UNKNOWN_MODEL
    if status in (404, 405, 410):
        return ErrorKind.NOT_FOUND
    if status is not None and status != 408 and 400 <= status < 500:
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
    found = [
        status
        for failure in chain
        for value in (_code(failure), getattr(failure, "status_code", None))
        if (status := _as_status(value)) is not None
    ]
    return next((value for value in found if value != 500), found[0] if found else None)


def _code(failure: BaseException) -> object:
    body = getattr(failure, "body", None)
    return body.get("code") if isinstance(body, dict) else None


def _codes(chain: list[BaseException]) -> str:
    """Return the server's names for the error, such as `insufficient_quota`."""
    words = []
    for failure in chain:
        body = getattr(failure, "body", None)
        if isinstance(body, dict):
            words += [stated(body.get("code")), stated(body.get("type"))]
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
    content = parsed(text[start : end + 1])
    if not isinstance(content, Mapping):
        return text
    error = content.get("error", content)
    found = error.get("message") if isinstance(error, dict) else error
    return found if isinstance(found, str) else text


def _one_line(text: str) -> str:
    lines = text.strip()[:_LONGEST_SAID].splitlines()
    line = "".join(letter if letter.isprintable() else " " for letter in lines[0]) if lines else ""
    return " ".join(line.split())


def _shortened(line: str) -> str:
    return line if len(line) <= _LONGEST_DETAIL else line[: _LONGEST_DETAIL - 1] + "…"
