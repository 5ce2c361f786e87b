"""Checks of forms, scripted players and services."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from clemtui.engine import (
    CannotRestore,
    Entry,
    Field,
    Form,
    LineField,
    OneOf,
    Optional,
    Part,
    Request,
    Response,
    Symbol,
    TextField,
    Values,
    View,
    WordField,
    problems,
)
from clemtui.kit.counting import counted
from clemtui.kit.plain_data import difference, plain_data
from clemtui.kit.plays import (
    Cast,
    all_plays,
    has_scripted_player,
    play,
    replay,
    request_of,
    sample_points,
    scripted,
    start,
    submit,
    verdict_kinds,
)
from clemtui.kit.subject import Nonconforming, Subject, never_raises, require
from clemtui.kit.values import random_values

_FILLINGS = 10
_PROBE = "qzxjq"
"""A text that no tag and no sentence of a pack contains."""
_POINTS = 12
MAX_CALLS_PER_MOVE = 300_000
"""Most function calls per scripted move: about 50 ms of work, counted rather than timed."""


def forms(subject: Subject) -> None:
    """Check that forms agree with the parser.

    Values that the form and its check accept are never malformed, what the check calls an error is
    never accepted, and every form can be filled in. A tag that the form writes before a text is
    sent once even if it is typed, too.
    """
    rng = random.Random("forms")
    tags = tuple(subject.texts.tags.values())
    for entries in all_plays(subject):
        for length in sample_points(len(entries), _POINTS):
            for request in replay(subject, entries[:length]).pending():
                if request.form is not None:
                    _check_form(subject, entries[:length], request, request.form, rng, tags)


def _check_form(
    subject: Subject,
    entries: tuple[Entry, ...],
    request: Request,
    form: Form,
    rng: random.Random,
    tags: tuple[str, ...],
) -> None:
    view = replay(subject, entries).view(request.seat)
    sent = 0
    judged: dict[str, list[str]] = {}
    for _ in range(_FILLINGS):
        values = random_values(form, rng, tags)
        require(not problems(form, values), f"the form of request {request.id} cannot be filled in")
        with never_raises("compose()"):
            text = form.compose(values).strip()
        with never_raises("check()"):
            hints = form.check(values, view)
        _check_tags(request, form, values, tags)
        undeclared = {hint.aid for hint in hints} - {None, *subject.game.card.aids}
        require(
            not undeclared, f"game.toml does not declare the aids {sorted(map(str, undeclared))}"
        )
        if text not in judged:  # equal texts get equal verdicts, as `determinism` checks
            master = replay(subject, entries)
            submit(master, Response.of(request.id, text))
            judged[text] = verdict_kinds(master, request.id)
        kinds = judged[text]
        if any(hint.level == "error" for hint in hints):
            wrong = "accepted" in kinds
            require(not wrong, f"check() calls {text!r:.80} an error, but it is accepted")
        else:
            sent += 1
            require("malformed" not in kinds, f"the form composes {text!r:.80}, which is malformed")
    require(sent > 0, f"check() reports an error for every possible input (request {request.id})")


def _check_tags(request: Request, form: Form, values: Values, tags: Sequence[str]) -> None:
    """Check that a text field names the tag that the response has before it."""
    for field, filled in _probed(form.fields, values):
        text = form.compose(filled)
        for tag in tags:
            named = field.tag == tag or f"{tag} {_PROBE}" not in text
            require(named, f"{tag!r} is sent twice if it is typed (request {request.id})")


def _probed(
    fields: Sequence[Field], values: Values
) -> Iterator[tuple[LineField | TextField | WordField, dict[str, Any]]]:
    """Yield each text field in use, and the values with a text of our own in it."""
    for each in fields:
        field = each.field if isinstance(each, Optional) else each
        value = values.get(field.id)
        if isinstance(field, LineField | TextField | WordField) and value:
            yield field, {**values, field.id: _PROBE}
        elif isinstance(field, OneOf) and isinstance(value, Mapping):
            chosen = next(b.fields for b in field.branches if b.id == value["branch"])
            for inner, filled in _probed(chosen, value):
                yield inner, {**values, field.id: filled}


def symbols(subject: Subject) -> None:
    """Check the symbols of forms.

    Each symbol is a single character that the seat has been sent, so offering it reveals nothing.
    What is typed for it can be typed, and does not occur in what the seat has been sent.
    """
    for entries in all_plays(subject):
        for length in sample_points(len(entries), _POINTS):
            for request in replay(subject, entries[:length]).pending():
                for symbol in request.form.symbols if request.form is not None else ():
                    _symbol(symbol, "".join(message.text for message in request.messages))


def _symbol(symbol: Symbol, sent: str) -> None:
    character, typed = symbol.character, symbol.typed
    single = len(character) == 1 and character.isprintable() and not character.isspace()
    require(single, f"the symbol {character!r} is not a single visible character")
    require(character in sent, f"the symbol {character!r} does not occur in what the seat was sent")
    easy = typed.isascii() and typed.isprintable() and typed != ""
    easy = easy and not {*" \\"} & {*typed} and not typed.startswith("/")
    require(easy, f"{typed!r}, the replacement for {character!r}, cannot be typed on one line")
    require(
        typed not in sent,
        f"{typed!r}, the replacement for {character!r}, occurs in what the seat was sent",
    )


def scripted_players(subject: Subject) -> None:
    """Check scripted players.

    They finish within the budget, answer in the required form, give the same answer to the same
    request, and use a bounded number of calls per move. Only languages in which the game has a
    scripted player for every seat are checked.
    """
    seats = [seat.name for seat in subject.seats if not seat.service]
    if not all(has_scripted_player(subject, seat, subject.texts.base_language) for seat in seats):
        return
    for seed in range(2):
        cast = Cast(subject, seed)

        def answer(request: Request, view: View, cast: Cast = cast) -> Response:
            if subject.seat(request.seat).service:
                return cast.answer(request, view)
            response, calls = counted(lambda: cast.answer(request, view))
            name = f"the scripted player of {request.seat}"
            require(
                calls <= MAX_CALLS_PER_MOVE, f"{name} makes {calls} function calls for one move"
            )
            same = cast.answer(request, view) == response
            require(same, f"{name} answers differently when asked the same again")
            return response

        entries = play(subject, answer, subject.budget)
        master = replay(subject, entries)
        finished = master.finished
        require(finished, f"scripted players do not finish within {subject.budget} responses")
        repeated = scripted(subject, seed)
        require(
            repeated == entries,
            "scripted players with the same seed play differently a second time",
        )
        for entry in entries:
            assert isinstance(entry, Response)
            kinds = verdict_kinds(master, entry.request_id)
            said = f"a scripted player says {entry.text!r:.80}"
            require("malformed" not in kinds, f"{said}, which is malformed")


def services(subject: Subject) -> None:
    """Check that a restored service continues as the original would, or refuses to be restored.

    Services that answer differently when played twice are not checked.
    """
    seats = [seat.name for seat in subject.seats if seat.service]
    entries = all_plays(subject)[0]
    for seat in seats:
        exchanges = _exchanges(subject, entries, seat)
        if _answers(subject, seat, exchanges, 0) != [plain_data(r.parts) for _, r in exchanges]:
            continue
        for length in range(1, len(exchanges)):
            try:
                answers = _answers(subject, seat, exchanges, length)
            except Nonconforming as error:
                if isinstance(error.__cause__, CannotRestore):
                    break
                raise
            wanted = [plain_data(response.parts) for _, response in exchanges[length:]]
            found = difference(wanted, answers)
            require(
                not found, f"{seat}, restored after {length} requests, answers differently: {found}"
            )


def _exchanges(
    subject: Subject, entries: tuple[Entry, ...], seat: str
) -> list[tuple[Request, Response]]:
    master = start(subject)
    exchanges = []
    for entry in entries:
        assert isinstance(entry, Response)
        request = request_of(master, entry)
        if request.seat == seat:
            exchanges.append((request, entry))
        submit(master, entry)
    return exchanges


def _answers(
    subject: Subject, seat: str, exchanges: list[tuple[Request, Response]], restored: int
) -> list[Any]:
    """Return the answers of a new service, restored with the first ``restored`` exchanges."""
    service = Cast(subject).service(seat)
    with never_raises(f"restore() of {seat}"):
        service.restore(exchanges[:restored])

    async def work() -> list[tuple[Part, ...]]:
        return [await service.respond(request) for request, _ in exchanges[restored:]]

    with never_raises(f"the service of {seat}"):
        return [plain_data(parts) for parts in asyncio.run(work())]
