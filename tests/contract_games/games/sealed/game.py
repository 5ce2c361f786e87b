"""Sealed: two simultaneous bids, neither visible before both are in.

Two bidders with purses of equal size bid for one lot after the other. Each knows only its own value
of a lot. The higher bid wins the lot and is paid; equal bids win nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from clemtui.engine import (
    MAIN_SCORE,
    OBSERVER,
    REVEAL,
    Card,
    DialogueMaster,
    Experiment,
    Form,
    Game,
    GameMaster,
    Hint,
    Instance,
    LineField,
    NumberField,
    Optional,
    Request,
    Response,
    Row,
    Scores,
    Secret,
    Table,
    Texts,
    Values,
    Verdict,
    View,
    label,
    read_experiments,
)

BIDDERS = ("Player 1", "Player 2")


@dataclass(frozen=True, slots=True)
class Bid:
    """A bidder's offer, with a remark that the other reads afterwards."""

    amount: int
    remark: str = ""


class SealedMaster(DialogueMaster):
    """One auction."""

    def __init__(self, instance: Instance, texts: Texts) -> None:
        super().__init__(instance, texts)
        self.values: Mapping[str, list[int]] = instance.data["values"]
        self.lots = len(self.values[BIDDERS[0]])
        self.purses = dict.fromkeys(BIDDERS, int(instance.parameters["purse"]))
        self.bids: dict[str, Bid] = {}
        self.sold: list[tuple[Mapping[str, Bid], str | None]] = []
        self.aborted = False
        self.ask_both()

    def ask_both(self, news: Mapping[str, str] | None = None) -> None:
        """Open the bidding for a lot, with the news of the previous one."""
        self.bids = {}
        for seat in BIDDERS:
            values = {
                "lot": str(self.round + 1),
                "value": str(self.values[seat][self.round]),
                "purse": str(self.purses[seat]),
            }
            tags = {"bid": self.texts.tag("bid"), "remark": self.texts.tag("remark")}
            if news is None:
                content = self.texts.prompt("rules", lots=str(self.lots), **values, **tags)
            else:
                content = news[seat] + "\n" + self.texts.prompt("next", **values)
            self.ask(seat, "Bidder", content, form=self.form(seat))

    def form(self, seat: str) -> Form:
        """Return a form with a bid within the purse, and an optional remark."""
        worth = self.values[seat][self.round]

        def over_value(values: Values, view: View) -> tuple[Hint, ...]:
            if values["bid"] <= worth:
                return ()
            return (Hint(label("sealed.over_value", worth=worth), aid="value_check", field="bid"),)

        def compose(values: Values) -> str:
            bid = f"{self.texts.tag('bid')} {values['bid']}"
            remark = values.get("remark")
            return f"{bid}\n{self.texts.tag('remark')} {remark}" if remark else bid

        fields = (
            NumberField("bid", label("sealed.bid"), 0, self.purses[seat]),
            Optional(
                LineField(
                    "remark", label("sealed.remark"), required=False, tag=self.texts.tag("remark")
                )
            ),
        )
        return Form(fields, compose, over_value)

    def on_response(self, request: Request, response: Response) -> None:
        bid = self.parse(response.text)
        if bid is None:
            self.judge(request, Verdict("malformed", label("sealed.no_bid")))
            self.aborted = True
            self.end()
            return
        if bid.amount > self.purses[request.seat]:
            self.judge(request, Verdict("violation", label("sealed.over_purse")))
            bid = replace(bid, amount=0)
        else:
            self.judge(request, Verdict("accepted"))
        self.bids[request.seat] = bid
        if len(self.bids) == len(BIDDERS):
            self.open_bids()

    def parse(self, text: str) -> Bid | None:
        """Return the bid in a response, or None if it lacks the required form."""
        bid, remark = re.escape(self.texts.tag("bid")), re.escape(self.texts.tag("remark"))
        match = re.fullmatch(rf"{bid} ?([0-9]{{1,6}})(?:\n{remark} ?([^\n]*))?", text)
        return Bid(int(match[1]), match[2] or "") if match else None

    def open_bids(self) -> None:
        """Sell the lot once both bids are in, tell both, and continue."""
        one, two = (self.bids[seat].amount for seat in BIDDERS)
        winner = None if one == two else BIDDERS[0] if one > two else BIDDERS[1]
        if winner is not None:
            self.purses[winner] -= self.bids[winner].amount
        self.sold.append((dict(self.bids), winner))
        self.log("lot", {"bids": [one, two], "winner": winner})
        self.notice(
            label("sealed.opened", lot=self.round + 1, one=one, two=two), audience=self.everybody
        )
        news = {seat: self.news(seat, winner) for seat in BIDDERS}
        self.round += 1
        if self.round < self.lots:
            self.ask_both(news)
        else:
            for seat in BIDDERS:
                self.tell(seat, news[seat])
            self.end()

    def news(self, seat: str, winner: str | None) -> str:
        """Return what a bidder is told about the lot that was sold."""
        other = self.bids[BIDDERS[1] if seat == BIDDERS[0] else BIDDERS[0]]
        outcome = "drawn" if winner is None else "won" if winner == seat else "lost"
        return self.texts.prompt(outcome, bid=str(other.amount), remark=other.remark)

    def view(self, watcher: str) -> View:
        blocks: list[Card | Table] = []
        seats = BIDDERS if watcher in (OBSERVER, REVEAL) else (watcher,)
        for seat in (seat for seat in seats if seat in BIDDERS):
            rows = (
                Row("purse", label("sealed.purse"), str(self.purses[seat])),
                Row("values", label("sealed.values"), tuple(map(str, self.values[seat]))),
            )
            blocks.append(Card(f"cards_{seat}", rows, title=label("sealed.cards", seat=seat)))
        heads = ("lot", "one", "two", "winner")
        lots = tuple(
            (str(lot), *(str(bids[seat].amount) for seat in BIDDERS), winner or "-")
            for lot, (bids, winner) in enumerate(self.sold, start=1)
        )
        columns = tuple(label(f"sealed.head_{head}") for head in heads)
        return View((*blocks, Table("lots", columns, lots, title=label("sealed.lots"))))


class Sealed(Game):
    """The game."""

    def read(self, document: Mapping[str, Any], source: str) -> tuple[Experiment, ...]:
        return read_experiments(self.card.id, document, source, {"values": dict, "purse": int})

    def start(self, instance: Instance, texts: Texts) -> GameMaster:
        return SealedMaster(instance, texts)

    def score(self, master: GameMaster) -> Scores:
        """Score an episode.

        The main score is the lots' worth to their buyers, as a percentage of the possible maximum;
        a seat's score is its gain: worth minus price.
        """
        assert isinstance(master, SealedMaster)
        if master.aborted or master.control is not None:
            return Scores(1, 0, 0, {MAIN_SCORE: None})
        gains = dict.fromkeys(BIDDERS, 0)
        worth = 0
        for lot, (bids, winner) in enumerate(master.sold):
            if winner is not None:
                worth += master.values[winner][lot]
                gains[winner] += master.values[winner][lot] - bids[winner].amount
        most = sum(map(max, zip(*master.values.values(), strict=True)))
        best = worth == most
        return Scores(
            aborted=0,
            success=1 if best else 0,
            lose=0 if best else 1,
            episode={MAIN_SCORE: 100 * worth / most},
            seats={seat: {"Gain": gain} for seat, gain in gains.items()},
        )

    def secrets(self, instance: Instance) -> tuple[Secret, ...]:
        return tuple(
            Secret(str(value), frozenset({seat}))
            for seat, values in instance.data["values"].items()
            for value in values
        )

    def swapped(self, instance: Instance, seat: str) -> Instance:
        values = {
            owner: lots if owner == seat else [value + 13 for value in lots]
            for owner, lots in instance.data["values"].items()
        }
        return replace(instance, data={**instance.data, "values": values})
