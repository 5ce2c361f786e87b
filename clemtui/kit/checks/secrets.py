"""Checks that no seat learns a secret: from a request, an event, a view, or by watching."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from clemtui.engine import Entry, GameMaster, NotPending, Request, Response, Secret
from clemtui.kit.plain_data import difference, plain_data, strings
from clemtui.kit.plays import (
    all_plays,
    random_answer,
    replay,
    sample_points,
    scripted,
    start,
    submit,
)
from clemtui.kit.subject import Subject, never_raises, require
from clemtui.kit.values import random_values, vary_values

_TRIES = 8
_POINTS = 12


def seen_by(master: GameMaster, seat: str, events_from: int = 0) -> dict[str, Any]:
    """Return everything a seat can learn now: its requests, the events since, and its view."""
    with never_raises("looking at the master"):
        return {
            "pending": plain_data([r for r in master.pending() if r.seat == seat]),
            "events": [_shown(e) for e in master.events[events_from:] if e.visible_to(seat)],
            "view": plain_data(master.view(seat)),
        }


def _shown(event: Any) -> Any:
    return {key: value for key, value in plain_data(event).items() if key != "audience"}


def secrets(subject: Subject) -> None:
    """Check that a seat sees no declared secret that it may not know.

    A secret may appear once a player has said it or the episode is over; observers and the reveal
    may see everything. A text that the seat also sees where it is not secret (such as a target
    among the listed candidates) reveals nothing by itself; `swapped_secrets` covers those.
    """
    kept = {seat.name: _revealing_secrets(subject, seat.name) for seat in subject.seats}
    for entries in all_plays(subject):
        master = start(subject)
        said, seen = "", 0
        for entry in (*entries, None):
            if master.finished:
                break
            for seat, hidden in kept.items():
                shown = "\n".join(strings(seen_by(master, seat, seen)))
                for secret in hidden:
                    leaked = _within(secret, shown) and not _within(secret, said)
                    require(not leaked, f"{seat} is shown the secret {secret.text!r}")
            seen = len(master.events)
            if isinstance(entry, Response):
                said = "\n".join((said, *strings(plain_data(entry.parts))))
                submit(master, entry)


def _revealing_secrets(subject: Subject, seat: str) -> list[Secret]:
    """Return the secrets whose mere text reveals something that a seat may not know."""
    unknown = [s for s in subject.game.secrets(subject.instance) if seat not in s.known_to]
    other = subject.game.swapped(subject.instance, seat)
    if not unknown or other.hash == subject.instance.hash:
        return unknown
    elsewhere = replace(subject, instance=other)
    entries = scripted(elsewhere)[: elsewhere.depth]
    master = start(elsewhere)
    met = [*strings(seen_by(master, seat))]
    for entry in entries:
        submit(master, entry)
        met += strings(seen_by(master, seat))
    public = "\n".join(met)
    return [secret for secret in unknown if not _within(secret, public)]


def _within(secret: Secret, text: str) -> bool:
    """Return whether a secret occurs in a text, ignoring case.

    In scripts with spaces and two cases, and for numbers, only whole words count.
    """
    before = r"(?<![^\W_])" if _is_word_letter(secret.text[:1]) else ""
    after = r"(?![^\W_])" if _is_word_letter(secret.text[-1:]) else ""
    pattern = f"{before}{re.escape(secret.text)}{after}"
    return bool(secret.text) and re.search(pattern, text, re.IGNORECASE) is not None


def _is_word_letter(letter: str) -> bool:
    return letter.isdecimal() or letter.lower() != letter.upper()


def swapped_secrets(subject: Subject) -> None:
    """Check that under equal verdicts a seat cannot tell instances with other secrets apart."""
    for seat in (seat.name for seat in subject.seats):
        with never_raises("swapped()"):
            other = subject.game.swapped(subject.instance, seat)
        unknown = [s for s in subject.game.secrets(subject.instance) if seat not in s.known_to]
        kept = [s for s in subject.game.secrets(other) if seat not in s.known_to]
        if not unknown and other.hash == subject.instance.hash:
            continue
        for secret in unknown:
            still = secret in kept
            require(not still, f"swapped() for {seat} does not replace the secret {secret.text!r}")
        elsewhere = replace(subject, instance=other)
        for entries in all_plays(subject):
            for number, (one, two) in enumerate(_lockstep(subject, elsewhere, entries)):
                found = difference(seen_by(one, seat), seen_by(two, seat))
                require(
                    not found,
                    f"after entry {number}, {seat} can infer what it may not know: {found}",
                )


def _lockstep(
    subject: Subject, elsewhere: Subject, entries: tuple[Entry, ...]
) -> Iterator[tuple[GameMaster, GameMaster]]:
    """Yield two masters of two instances while the same entries get the same verdicts.

    Stops when either episode ends: the end is a verdict too, and everything may be revealed after
    it.
    """
    one, two = start(subject), start(elsewhere)
    yield one, two
    for entry in entries:
        submit(one, entry)
        try:
            with never_raises("submit()"):
                two.submit(entry)
        except AssertionError as error:
            if isinstance(error.__cause__, NotPending):
                return
            raise
        if _verdicts(one) != _verdicts(two) or one.finished or two.finished:
            return
        yield one, two


def _verdicts(master: GameMaster) -> list[Any]:
    return [(e.request_id, plain_data(e.verdict)) for e in master.events if e.verdict is not None]


def private_fields(subject: Subject) -> None:
    """Check that a private field changes nothing that another seat sees.

    Nor may any seat watch such an answer being written.
    """
    rng = random.Random("private")
    for entries, request in _requests(subject):
        if request.form is None or not request.form.private:
            continue
        watched = f"request {request.id} has private fields, but may be watched while written"
        require(not request.stream_to, watched)
        for _ in range(_TRIES):
            values = random_values(request.form, rng)
            other = vary_values(request.form, values, request.form.private, rng)
            with never_raises("compose()"):
                answers = [request.form.compose(v).strip() for v in (values, other)]
            others = [s.name for s in subject.seats if s.name != request.seat]
            _check_indistinguishable(subject, entries, request, answers, others, "private part")


def sealed_moves(subject: Subject) -> None:
    """Check that while several requests are open, an answer to one shows the others nothing."""
    rng = random.Random("sealed")
    for entries, request in _requests(subject):
        pending = replay(subject, entries).pending()
        others = [r.seat for r in pending if r.seat != request.seat]
        if not others or request.form is None:
            continue
        for _ in range(_TRIES):
            answers = []
            for _ in range(2):
                with never_raises("compose()"):
                    values = random_values(request.form, rng)
                    answers.append(request.form.compose(values).strip())
            _check_indistinguishable(subject, entries, request, answers, others, "sealed move")


def _check_indistinguishable(
    subject: Subject,
    entries: tuple[Entry, ...],
    request: Request,
    answers: list[str],
    others: list[str],
    what: str,
) -> None:
    masters = [replay(subject, entries) for _ in answers]
    for master, answer in zip(masters, answers, strict=True):
        submit(master, Response.of(request.id, answer))
    over = any(master.finished for master in masters)
    if over or _verdicts(masters[0]) != _verdicts(masters[1]):
        return
    for seat in others:
        found = difference(seen_by(masters[0], seat), seen_by(masters[1], seat))
        require(not found, f"{seat} can infer the {what} of {request.seat}: {found}")


def streaming(subject: Subject) -> None:
    """Check that a seat that may watch an answer being written is shown all of it afterwards.

    So a game that refuses, hides or strips any part of an answer must let no seat watch it.
    """
    rng = random.Random("streaming")
    for entries, request in _requests(subject):
        for _ in range(_TRIES if request.stream_to else 0):
            answer = random_answer(subject, request, rng)
            master = replay(subject, entries)
            since = len(master.events)
            submit(master, answer)
            for seat in request.stream_to:
                shown = any(answer.text in s for s in strings(seen_by(master, seat, since)))
                require(
                    shown,
                    f"{seat} may watch {request.seat} write, but is not shown {answer.text!r:.60}",
                )


def _requests(subject: Subject) -> Iterator[tuple[tuple[Entry, ...], Request]]:
    """Yield requests that are open at some points of some plays, with the entries before them."""
    for entries in all_plays(subject):
        for length in sample_points(len(entries), _POINTS):
            for request in replay(subject, entries[:length]).pending():
                yield entries[:length], request
