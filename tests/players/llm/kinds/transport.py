"""Mistakes of HTTP and of event streams."""

from __future__ import annotations

import gzip
import json
import zlib

from tests.players.llm.kinds.basis import (
    CLOSED,
    DEEP,
    DIGITS,
    EMPTY,
    NO_ANSWER,
    TEXT,
    UNREADABLE,
    WHOLE,
    Failed,
    K,
    Kinds,
    Played,
    broken,
)
from tests.support.fake_openai import Reply
from tests.support.misbehaving import (
    DONE,
    EVENTS,
    chunk,
    event,
    response,
    stream,
)


def raw(text: str | bytes) -> Reply:
    return Reply(raw=text if isinstance(text, bytes) else text.encode("latin-1"))


def head(*lines: str, status: str = "HTTP/1.1 200 OK") -> str:
    return "\r\n".join([status, "connection: close", f"content-type: {EVENTS}", *lines, "", ""])


def in_chunks(body: str) -> str:
    return f"{len(body.encode()):x}\r\n{body}\r\n"


CHUNKED = head("transfer-encoding: chunked")
BEGUN = event(chunk("CLUE"))

HTTP: Kinds = {
    "nothing at all": (raw(""), CLOSED),
    "half a status line": (raw("HTTP/1.1 2"), CLOSED),
    "half of the headers": (raw("HTTP/1.1 200 OK\r\ncontent-ty"), CLOSED),
    "a garbage status line": (raw("garbage\r\n\r\n"), UNREADABLE),
    "a status of letters": (raw("HTTP/1.1 abc OK\r\n\r\n"), UNREADABLE),
    "a status of one digit": (raw("HTTP/1.1 2 OK\r\n\r\n"), UNREADABLE),
    "another protocol": (raw("SSH-2.0-OpenSSH_9.6\r\n"), CLOSED),
    "a text without a head": (raw(WHOLE), UNREADABLE),
    "an alert of TLS": (raw(b"\x15\x03\x01\x00\x02\x02\x16"), UNREADABLE),
    "zeros": (raw(b"\0" * 100), UNREADABLE),
    "a header of 100 kB": (raw(head("x: " + "y" * 100_000) + WHOLE), Played()),
    "a header of 1 MB": (raw(head("x: " + "y" * 1_000_000) + WHOLE), UNREADABLE),
    "10,000 headers": (raw(head(*["x: y"] * 10_000) + WHOLE), Played()),
    "a header without a colon": (raw(head("what is this") + WHOLE), UNREADABLE),
    "a header with NUL": (raw(head("x: a\0b") + WHOLE), UNREADABLE),
    "a negative length": (raw(head("content-length: -5") + WHOLE), UNREADABLE),
    "a length in words": (raw(head("content-length: long") + WHOLE), UNREADABLE),
    "two lengths": (raw(head("content-length: 5", "content-length: 6") + WHOLE), UNREADABLE),
    "a length that is too long": (
        raw(head("content-length: 99999") + BEGUN),
        broken("CLUE"),
    ),
    "a length that is too short": (
        raw(head(f"content-length: {len(event(chunk(TEXT)))}") + WHOLE),
        Failed(K.CUT, "broke off", TEXT),
    ),
    "a chunk whose size is garbage": (raw(CHUNKED + "zz\r\n" + BEGUN), UNREADABLE),
    "a second chunk whose size is garbage": (
        raw(CHUNKED + in_chunks(BEGUN) + "zz\r\n" + BEGUN),
        Failed(K.BAD_RESPONSE, "cannot be decoded", "CLUE"),
    ),
    "a chunk that is not there": (raw(CHUNKED + in_chunks(BEGUN) + "fff\r\n"), broken("CLUE")),
    "an answer before the answer": (
        raw("HTTP/1.1 100 Continue\r\n\r\n" + head() + WHOLE),
        Played(),
    ),
    "old HTTP": (raw(head(status="HTTP/1.0 200 OK") + WHOLE), Played()),
    "a status without words": (raw(head(status="HTTP/1.1 200") + WHOLE), Played()),
    "status 201": (raw(head(status="HTTP/1.1 201 Created") + WHOLE), Played()),
    "status 206": (raw(head(status="HTTP/1.1 206 Partial") + WHOLE), Played()),
    "status 204": (raw(head(status="HTTP/1.1 204 No Content")), NO_ANSWER),
    "an empty body": (raw(head("content-length: 0")), NO_ANSWER),
    "an empty body without a type": (raw("HTTP/1.1 200 OK\r\n\r\n"), NO_ANSWER),
    "an answer without a type": (raw("HTTP/1.1 200 OK\r\n\r\n" + WHOLE), Played()),
    "an answer with the type of a picture": (response(WHOLE, type_="image/png"), Played()),
    "gzip": (
        response(gzip.compress(WHOLE.encode()), headers={"content-encoding": "gzip"}),
        Played(),
    ),
    "deflate": (
        response(zlib.compress(WHOLE.encode()), headers={"content-encoding": "deflate"}),
        Played(),
    ),
    "broken gzip": (
        response(b"this is not gzip", headers={"content-encoding": "gzip"}),
        UNREADABLE,
    ),
    "half of gzip": (
        response(gzip.compress(WHOLE.encode())[:-20], headers={"content-encoding": "gzip"}),
        Failed(K.BAD_RESPONSE, "cannot be decoded", TEXT),
    ),
    "an unknown compression": (
        response(WHOLE, headers={"content-encoding": "squeeze"}),
        UNREADABLE,
    ),
    "compression within compression": (
        response(gzip.compress(b"x"), headers={"content-encoding": "gzip, gzip"}),
        UNREADABLE,
    ),
    "a gigabyte of gzip": (
        response(
            gzip.compress((event(chunk("x" * 1_000)) * 40_000).encode()),
            headers={"content-encoding": "gzip"},
        ),
        Failed(K.ANSWER_TOO_LONG, "longer than 1,000,000 bytes", "x" * 1_000_000),
    ),
}

PIECES = json.dumps(chunk(TEXT), indent=1)
STREAMS: Kinds = {
    "comments": (stream(": ping\n\n", chunk(TEXT), ": ping\n\n", chunk(None, "stop")), Played()),
    "pings": (
        stream("event: ping\ndata: {}\n\n", chunk(TEXT), "event: ping\n\n", chunk(None, "stop")),
        Played(),
    ),
    "pings by their type": (
        stream({"type": "ping"}, chunk(TEXT), {"type": "ping"}, chunk(None, "stop")),
        Played(),
    ),
    "empty events": (stream("data:\n\n", {}, None, "\n\n", chunk(TEXT, "stop")), Played()),
    "true, 1 and texts": (stream(True, 1, 'data: ""\n\n', chunk(TEXT, "stop")), Played()),
    "other fields": (
        stream("id: 1\nretry: 9\nfoo: bar\nbaz\n\n", chunk(TEXT), chunk(None, "stop")),
        Played(),
    ),
    "no space after the colon": (response(WHOLE.replace("data: ", "data:")), Played()),
    "CR LF": (response(WHOLE.replace("\n", "\r\n")), Played()),
    "CR": (response(WHOLE.replace("\n", "\r")), Played()),
    "a byte order mark": (response("\ufeff" + WHOLE), Played()),
    "empty lines first": (response("\n\r\n\n" + WHOLE), Played()),
    "no empty lines between events": (response(WHOLE.replace("\n\n", "\n")), Played()),
    "no line end at the end": (response(WHOLE.rstrip("\n")), Played()),
    "JSON over several lines": (
        response(
            "".join(f"data: {line}\n" for line in PIECES.split("\n"))
            + "\n"
            + event(chunk(None, "stop"))
        ),
        Played(),
    ),
    "a name for each event": (response("event: message\n" + WHOLE), Played()),
    "no [DONE]": (stream(chunk(TEXT), chunk(None, "stop"), done=False), Played()),
    "no finish reason": (stream(chunk(TEXT)), Played()),
    "neither": (stream(chunk(TEXT), done=False), Failed(K.CUT, "broke off", TEXT)),
    "only [DONE]": (stream(), EMPTY),
    "something after [DONE]": (stream(chunk(TEXT, "stop"), DONE, chunk("more")), Played()),
    "garbage after the finish reason": (stream(chunk(TEXT, "stop"), "data: {half\n\n"), Played()),
    "an error after the finish reason": (
        stream(chunk(TEXT, "stop"), {"error": {"message": "late"}}),
        Played(),
    ),
    "garbage in the middle": (
        stream(chunk("CLUE"), "data: {half\n\n", chunk(": hot", "stop")),
        Failed(K.BAD_RESPONSE, "not a model's answer", "CLUE"),
    ),
    "garbage at once": (stream("data: {half\n\n"), NO_ANSWER),
    "deep JSON": (stream(f"data: {DEEP}\n\n"), NO_ANSWER),
    **{
        f"a field of {depth} levels {place}": (
            response(json.dumps(made).replace('"DEEP"', "[" * depth + '{"a": "]"}' + "]" * depth)),
            Played(note="nested" if depth > 1_000 else ""),
        )
        for depth in (500, 5_000, 100_000)
        for place, made in {
            "in a document": {"x": "DEEP", "choices": [{"message": {"content": TEXT}}]},
            "in a choice": {"choices": [{"y": "DEEP", "message": {"content": TEXT, "z": "DEEP"}}]},
            "in the usage": {"choices": [{"message": {"content": TEXT}}], "usage": {"u": "DEEP"}},
        }.items()
    },
    "a deep field in a stream": (
        stream(event(chunk(TEXT, x=7)).replace("7", DEEP + "]" * len(DEEP)), chunk(None, "stop")),
        Played(note="nested"),
    ),
    "NaN and infinity": (
        stream(chunk(TEXT, "stop", created=float("nan"), x=float("inf"))),
        Played(),
    ),
    "bytes that are not UTF-8": (
        response(WHOLE.encode().replace(b"hot", b"h\xff")),
        Played("CLUE: h\N{REPLACEMENT CHARACTER}", "damaged"),
    ),
    "a character that ends in the middle": (
        response(WHOLE.encode().replace(b"hot", b"h\xe2\x82")),
        Played("CLUE: h\N{REPLACEMENT CHARACTER}", "damaged"),
    ),
    "a lone surrogate": (
        response(WHOLE.replace("hot", "\\ud800")),
        Played("CLUE: \N{REPLACEMENT CHARACTER}"),
    ),
    "NUL": (response(WHOLE.replace("hot", "\\u0000")), Played("CLUE: \0")),
    "an error event": (
        stream("event: error\n", {"message": "odd", "code": 429}),
        Failed(K.RATE_LIMITED, "too many requests"),
    ),
    "an error whose code is a text": (
        stream({"error": {"message": "odd", "code": "429"}}),
        Failed(K.RATE_LIMITED, "too many requests"),
    ),
    "an error that is a text": (
        stream({"error": "odd"}),
        Failed(K.SERVER_ERROR, "failed. Details: odd."),
    ),
    "an error that is a list": (
        stream([{"error": {"message": "odd"}}]),
        Failed(K.SERVER_ERROR, "odd"),
    ),
    "an error that is true": (stream({"error": True}), Failed(K.SERVER_ERROR, "failed.")),
    "an error with a code of 5,000 digits": (
        stream(f'data: {{"error": {{"message": "odd", "code": {DIGITS}}}}}\n\n'),
        Failed(K.SERVER_ERROR, "odd"),
    ),
    "an error with status 200 and no stream": (
        response('{"error": {"message": "odd", "code": 402}}', type_="application/json"),
        Failed(K.NO_CREDIT, "no credit left"),
    ),
    "an error in the middle": (
        stream(chunk("CLUE"), {"error": {"message": "odd", "code": 529}}),
        Failed(K.SERVER_ERROR, "failed (status 529). Details: odd.", "CLUE"),
    ),
    "an error beside a choice": (
        stream(chunk("CLUE"), chunk("", "error", error={"code": 502, "message": "odd"})),
        Failed(K.SERVER_ERROR, "failed (status 502)", "CLUE"),
    ),
    "an error that is null": (stream(chunk(TEXT, "stop", error=None)), Played()),
    "a JSON document": (
        response(
            json.dumps({"choices": [{"message": {"content": TEXT}, "finish_reason": "stop"}]}),
            type_="application/json",
        ),
        Played(),
    ),
    "a JSON document over several lines": (
        response(json.dumps({"choices": [{"message": {"content": TEXT}}]}, indent=2)),
        Played(),
    ),
    "a JSON document and a line end": (
        response(json.dumps({"choices": [{"message": {"content": TEXT}}]}) + "\n"),
        Played(),
    ),
    "half a JSON document": (response('{"choices": [{"mess'), NO_ANSWER),
    "a document without choices": (response('{"choices": []}'), NO_ANSWER),
    "a list": (response("[1, 2]"), NO_ANSWER),
    "a number": (response("7"), NO_ANSWER),
    "a text": (response('"hello"'), NO_ANSWER),
    "a greeting": (response("hello"), NO_ANSWER),
    "a web page": (response("<html><body>Welcome", type_="text/html"), NO_ANSWER),
    "deep JSON as a document": (response(DEEP), NO_ANSWER),
    "bytes": (response(bytes(range(256)) * 20), NO_ANSWER),
    "a line of 40 MB": (
        response("data: " + "x" * 40_000_000),
        Failed(K.ANSWER_TOO_LONG, "longer than"),
    ),
}
