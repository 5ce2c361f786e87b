"""The visible state of proposals and of the critic's opinions on them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from clemtui.engine import Card, Item, Label, MarkedList, Row, Table, label

from ..parsing import Guess
from .agreement import Agreement


@dataclass
class Proposal:
    """A proposed guess, the critic's opinion of it, and the guess committed afterwards."""

    guess: Guess
    agreement: Agreement | None = None
    committed: str | None = None


def opinion_card(proposal: Proposal, agreeing: str) -> Card:
    """Return the guesser's card: the proposal and, once given, the critic's opinion.

    ``agreeing`` is the word with which a critic agrees.
    """
    if proposal.agreement is None:
        return Card("opinion", (_guess("proposal", proposal),))
    agrees = proposal.agreement.agreement == agreeing
    opinion = "wordle.board.agrees" if agrees else "wordle.board.disagrees"
    return Card(
        "opinion",
        (
            Row(
                "agreement",
                Label("wordle.board.opinion"),
                label(opinion, word=proposal.guess.guess),
                tone="good" if agrees else "bad",
            ),
            # The board below needs the space; the request has the full reason.
            Row(
                "explanation",
                Label("wordle.board.reason"),
                proposal.agreement.explanation,
                brief=True,
            ),
        ),
    )


def proposal_card(proposal: Proposal) -> Card:
    """Return the critic's card: the proposal to judge."""
    reason = Row("explanation", Label("wordle.board.reason"), proposal.guess.explanation)
    return Card("proposal", (_guess("guess", proposal), reason))


def verdict_list(proposals: Iterable[Proposal], agreeing: str) -> MarkedList:
    """Return the critic's own verdicts so far, each with its proposal."""
    items = tuple(
        _judged(number, proposal.guess.guess, proposal.agreement.agreement == agreeing)
        for number, proposal in enumerate(proposals, start=1)
        if proposal.agreement is not None
    )
    return MarkedList("verdicts", items, title=Label("wordle.board.verdicts"))


def rounds_table(proposals: Iterable[Proposal]) -> Table:
    """Return the observers' table: proposal, opinion and committed guess of every round.

    It is also shown after the end.
    """
    columns = ("proposal", "opinion", "committed")
    rows = tuple(
        (
            proposal.guess.guess,
            proposal.agreement.agreement if proposal.agreement else "",
            proposal.committed or "",
        )
        for proposal in proposals
    )
    return Table("rounds", tuple(Label(f"wordle.board.{name}") for name in columns), rows)


def _guess(id: str, proposal: Proposal) -> Row:
    return Row(id, Label("wordle.board.proposal"), proposal.guess.guess, tone="strong")


def _judged(number: int, guess: str, agreed: bool) -> Item:
    mark = Label("wordle.board.agreed" if agreed else "wordle.board.disagreed")
    return Item(f"{number}", guess, mark, tone="good" if agreed else "bad")
