"""The text of a document, in one interface language."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from clemtui.archive.documents.model import Document
from clemtui.archive.documents.sheet import (
    Block,
    Fact,
    Facts,
    Lines,
    Section,
    Sheet,
    Tone,
    Utterance,
)
from clemtui.engine import MAIN_SCORE, Label, Scores, Verdict
from clemtui.episode.condition import END_WARNING
from clemtui.episode.transcript import Line
from clemtui.language import Interface, Labels, Localised, half_up, one_line
from clemtui.wording.boards import board_in_words
from clemtui.wording.meanings import (
    FLAGS,
    benchmark_meaning,
    game_scores,
    interface_meaning,
    score_meaning,
)
from clemtui.wording.phrases import (
    END_WARNING_NAME,
    OUTCOME_MEANINGS,
    OUTCOMES,
    STATES,
    VERDICT_SIGNS,
    VERDICTS,
    Voice,
    player_name,
    tag_lines,
)


class Names:
    """Names of seats, players and labels in a document.

    They are those of the game if it is installed, otherwise the benchmark's seats and roles.
    """

    def __init__(self, document: Document, interface: Interface) -> None:
        self.interface = interface
        self._document = document
        listing = document.listing
        self._labels = Labels(interface, {} if listing is None else listing.words)
        self.voice = (
            None if listing is None else Voice(interface, self._labels, listing, document.names)
        )

    def say(self, said: Label | str) -> Localised:
        """Return a label as text, or content in a form that is safe to show."""
        return self._labels.say(said)

    @property
    def title(self) -> str:
        """The title of the game."""
        listing = self._document.listing
        game = self._document.stored.summary.game
        return one_line(game) if listing is None else self.say(listing.title)

    def seat(self, seat: str) -> str:
        """Return the name of a seat, by its role."""
        if self.voice is not None:
            return self.voice.seat(seat)
        roles = {each.seat: each.role for each in self._document.stored.summary.seats}
        return self.interface.text("{role} ({seat})", role=roles.get(seat, seat), seat=seat)

    def player(self, seat: str) -> str:
        """Return the name of the player in a seat."""
        return player_name(self.interface, self._document.names.get(seat, ""))

    def meaning(self, name: str) -> str:
        """Return what a score means, if it is documented."""
        if self.voice is not None:
            return score_meaning(self.voice, name)
        return benchmark_meaning(self.interface, name)

    def aid(self, aid: str) -> str:
        """Return what an aid is called, or its id if its game does not say."""
        if aid == END_WARNING:
            return self.interface.text(END_WARNING_NAME)
        listing = self._document.listing
        key = f"{self._document.stored.summary.game}.aid.{aid}"
        known = listing is not None and any(key in words for words in listing.words.values())
        return self.say(Label(key)) if known else one_line(aid)

    def speaker(self, line: Line) -> str:
        """Return who says a line, and to whom. No one is "you", as others will read it."""
        if line.seat is None:
            return ""
        ui = self.interface
        if line.kind == "to seat":
            said = ui.text("Game master → {seat}", seat=Localised(self.seat(line.seat)))
        else:
            said = ui.text(
                "{role} · {player}",
                role=Localised(self.seat(line.seat)),
                player=Localised(self.player(line.seat)),
            )
        return ui.text("{who} (side question)", who=said) if line.side else said


def sheet(document: Document, names: Names) -> Sheet:
    """Return the whole document in words."""
    ui = names.interface
    summary = document.stored.summary
    title = ui.text(
        "{game}: {experiment} {number}",
        game=Localised(names.title),
        experiment=one_line(summary.experiment),
        number=str(summary.game_id),
    )
    return Sheet(
        title=title,
        language=ui.language,
        direction=ui.direction,
        facts=Facts(tuple(_facts(document, names))),
        notices=tuple(_notices(document, ui)),
        sections=tuple(_sections(document, names)),
    )


def _facts(document: Document, names: Names) -> Iterator[Fact]:
    ui, stored = names.interface, document.stored
    summary = stored.summary
    for seat in summary.seats:
        if seat.kind != "service":
            yield Fact(names.seat(seat.seat), names.player(seat.seat))
    if summary.time_known:
        yield Fact(ui.text("Started"), ui.date_time(summary.created_at.astimezone()))
    if stored.ended_at is not None and summary.time_known:
        yield Fact(ui.text("Ended"), ui.date_time(stored.ended_at.astimezone()))
    yield Fact(ui.text("State"), ui.text(STATES[stored.state]))
    yield Fact(ui.text("Prompt language"), ui.language_name(summary.language))
    if summary.origin == "official":
        yield Fact(ui.text("Instance"), ui.text("official clembench instance"))
    if condition := _condition(document, names, ui):
        yield Fact(ui.text("Condition"), condition)
    if not document.is_complete:
        yield Fact(ui.text("Seen by"), _watcher(document, names))
    for key, values in tag_lines(ui, summary):
        yield Fact(ui.text("Tag {key}", key=key), values)
    yield Fact(ui.text("Game"), one_line(f"{summary.game} {summary.game_version}"))
    yield Fact(ui.text("Episode"), one_line(summary.id))


def _condition(document: Document, names: Names, ui: Interface) -> str:
    """Return what the people who played saw, and whether it was practice; may be empty."""
    summary, condition = document.stored.summary, document.stored.condition
    people = any(seat.kind == "human" for seat in summary.seats)
    aids = (condition.get("aids") or ()) if people else ()
    parts = []
    if people:
        parts.append(interface_meaning(summary.interface, ui))
    if aids:
        listed = ui.list([names.aid(str(aid)) for aid in aids])
        parts.append(ui.text("with aids: {names}", names=listed))
    if summary.practice:
        parts.append(ui.text("practice (not counted)"))
    return "; ".join(parts)


def _watcher(document: Document, names: Names) -> str:
    seats = {seat.seat for seat in document.stored.summary.seats}
    if document.watcher in seats:
        return names.seat(document.watcher)
    return names.interface.text("a spectator")


def _notices(document: Document, ui: Interface) -> Iterator[str]:
    if document.stored.state == "running":
        yield ui.text("This episode is not finished.")
    if document.stored.erased:
        yield ui.text("The text of this episode was erased.")
    elif document.difference:
        yield ui.text(
            "Only the messages are shown here: {difference}",
            difference=one_line(document.difference),
        )


def _sections(document: Document, names: Names) -> Iterator[Section]:
    ui = names.interface
    if document.lines:
        yield from _transcript(document, names)
    board = tuple(_board(document, names))
    if board:
        yield Section(ui.text("Final board"), board)
    if document.scores is not None:
        yield Section(ui.text("Result"), tuple(_result(document.scores, names)))
    failures = tuple(_failed_calls(document, names))
    if failures:
        yield Section(ui.text("Model calls without an answer"), (Facts(failures),))


def _transcript(document: Document, names: Names) -> Iterator[Section]:
    """Yield the transcript, by round if the rounds are known: the evidence alone lacks them."""
    ui = names.interface
    utterances = [(line.round, _utterance(line, document, names)) for line in document.lines]
    if document.difference:
        yield Section(ui.text("Transcript"), tuple(utterance for _, utterance in utterances))
        return
    yield Section(ui.text("Transcript"), ())
    for number, group in groupby(utterances, key=lambda each: each[0]):
        said = tuple(utterance for _, utterance in group)
        yield Section(ui.text("Round {number}", number=number + 1), said, level=3)


def _utterance(line: Line, document: Document, names: Names) -> Utterance:
    if line.verdict is not None:
        return _verdict(line.verdict, names)
    words = names.say(line.text)
    if line.kind in ("to seat", "from seat"):
        tone: Tone = "master" if line.kind == "to seat" else "seat"
        language = document.stored.summary.language
        aside = _response_detail(line, document, names.interface)
        return Utterance(words, tone, names.speaker(line), aside, language)
    return Utterance(words, "bad" if line.kind in ("trouble", "unanswered") else "note")


def _verdict(verdict: Verdict, names: Names) -> Utterance:
    word = names.interface.text(VERDICTS[verdict.kind])
    said = f"{VERDICT_SIGNS[verdict.kind]} {word}"
    if verdict.reason is not None:
        said += f": {names.say(verdict.reason)}"
    return Utterance(said, "good" if verdict.kind == "accepted" else "bad")


def _response_detail(line: Line, document: Document, ui: Interface) -> str:
    """Return when a response came, how long it took and how many attempts a model needed."""
    parts: list[str] = []
    if line.at is not None and document.stored.summary.time_known:
        parts.append(ui.date_time(line.at.astimezone(), length="short"))
    if line.took is not None:
        parts.append(ui.duration(line.took))
    if line.attempts > 1:
        parts.append(ui.plural("{n} attempt", "{n} attempts", line.attempts))
    return " · ".join(parts)


def _board(document: Document, names: Names) -> Iterator[Block]:
    if names.voice is None:
        return
    for said in board_in_words(names.voice, document.view).values():
        title = (said.title,) if said.title else ()
        yield Lines((*title, *said.lines))


def _result(scores: Scores, names: Names) -> Iterator[Block]:
    ui, outcome = names.interface, scores.outcome
    yield Utterance(
        ui.text(
            "{outcome}: {meaning}",
            outcome=ui.text(OUTCOMES[outcome]),
            meaning=ui.text(OUTCOME_MEANINGS[outcome]),
        ),
        "good" if outcome == "success" else "bad",
    )
    main = scores.main_score
    value = (
        ui.text("no main score")
        if main is None
        else ui.text("{score} of 100", score=half_up(main, 2))
    )
    facts = [Fact(MAIN_SCORE, value)]
    for name, flag in zip(FLAGS, (scores.aborted, scores.lose, scores.success), strict=True):
        facts.append(Fact(name, _value(flag, ui)))
    for name, score in game_scores(scores):
        facts.append(Fact(one_line(name), _value(score, ui), names.meaning(name)))
    yield Facts(tuple(facts))


def _value(score: float | None, ui: Interface) -> str:
    return ui.text("none") if score is None else ui.number(score)


def _failed_calls(document: Document, names: Names) -> Iterator[Fact]:
    """Yield why calls returned no answer. Not for a seat, which could draw conclusions about its
    partner."""
    if not document.is_complete:
        return
    ui = names.interface
    seats = {stored.request.id: stored.request.seat for stored in document.stored.requests}
    for attempt in document.stored.attempts:
        if attempt.outcome != "done":
            why = attempt.error_message or attempt.outcome or ui.text("never completed")
            yield Fact(
                ui.text(
                    "{seat}, request {request}, attempt {number}",
                    seat=Localised(names.seat(seats.get(attempt.request, ""))),
                    request=attempt.request,
                    number=attempt.number,
                ),
                one_line(why),
            )
