"""The game master of privateshared: a questioner's requests, with probes before and after each.

Event log, interaction keys and counts match clembench v3.0 (privateshared game master).
"""

from __future__ import annotations

from typing import Any

from clemtui.engine import (
    GAME_MASTER,
    OBSERVER,
    RECEIVE,
    RULES,
    SEND,
    Control,
    DialogueMaster,
    Instance,
    Label,
    Request,
    Response,
    Speech,
    Texts,
    Verdict,
    View,
    assistant,
    label,
    user,
)
from clemtui.gamekit.inflection import mentions

from .board import board, sheet
from .forms import answer_form, probe_form
from .parsing import UNCLEAR, parse_answer, parse_reply, strip_tag
from .wording import EpisodeTexts

ANSWERER = "Player 1"
ROLE = "Answerer"
QUESTIONER = "Player 2"
"""The questioner. It is part of the rules, but a second player in the reference's log."""

PSEUDO = "pseudo"
"""The reference's label for the instructions and for the answerer's scripted first turn."""

PROBES = "probes"
"""The thread of the probes: each is asked in a fresh copy of the dialogue."""


class PrivateSharedMaster(DialogueMaster):
    """One episode.

    Attributes:
        words: everything that is said, except by the answerer.
        sheet: the answerer's facts, as a card.
        probing_round: the number of the current or most recent probing round. Round 0 precedes any
            request; every other one follows the request with its number.
        known: by slot, the request (from 0) whose answer reveals it to the questioner.
        probes: the probing rounds so far, in the reference's format.
        probing_round_numbers: the number of each of them; an invalid answer skips its round.
    """

    def __init__(self, instance: Instance, texts: Texts) -> None:
        super().__init__(instance, texts)
        self.words = EpisodeTexts(instance, texts)
        self.sheet = sheet(self.words)
        self.order: list[str] = list(instance.data["request_order"])
        self.probing_round = 0
        self.known: dict[str, int] = {slot: at for at, slot in enumerate(self.order)}
        self.probes: list[list[dict[str, Any]]] = []
        self.probing_round_numbers: list[int] = []
        self._finished_rounds = 0
        self._filled: list[bool] = []
        self._requests = [0] * (len(self.order) + 1)
        self._parsed = [0] * (len(self.order) + 1)
        self._violated = [0] * (len(self.order) + 1)
        self._at = 0
        self._tries = 1
        first = user(self.words.initial(), label=PSEUDO)
        self.tell(ANSWERER, first, label=PSEUDO, speech=(RULES,))
        self.history(ANSWERER).append(assistant(self.words.opening, label=PSEUDO))
        seen = (ANSWERER, OBSERVER)  # it is part of every request to the answerer
        self._happen(
            RECEIVE, self.words.opening, sender=ANSWERER, label=PSEUDO, audience=seen, speech=()
        )
        self._begin_probing()

    def knows(self, slot: str) -> bool:
        """Return whether the questioner knows a slot in the current probing round."""
        return self.probing_round_numbers[-1] > self.known[slot]

    # Requests of the questioner

    def _ask_request(self) -> None:
        """Have the questioner ask for the slot of this round."""
        slot = self.order[self.probing_round - 1]
        request = self.words.request(slot)
        self._question(request)
        unrevealed = {
            other: (self.words.names[other], value)
            for other, value in self.words.values.items()
            if other != slot and self.known[other] > self.probing_round - 1
        }
        self.ask(
            ANSWERER,
            ROLE,
            self.words.relayed(request),
            form=answer_form(self.words.form, unrevealed),
        )

    def _question(self, request: str) -> None:
        """Log that the questioner was asked for its request and made it."""
        self._happen(SEND, self.words.prompting, recipient=QUESTIONER, label="context")
        self._happen(RECEIVE, request, sender=QUESTIONER, label="response")

    def take(
        self, request: Request, response: Response, *, label: str = "response", logged: bool = True
    ) -> None:
        """Record a response; probes and replies to them are not part of the reference's log."""
        side = request.purpose == "side question"
        super().take(request, response, label=label, logged=logged and not side)

    def spoken(self, request: Request, response: Response) -> tuple[Speech, ...] | None:
        text, form = self.texts.tidy(response.text), self.words.form
        side = request.purpose == "side question"
        understood = parse_reply(text, form) != UNCLEAR if side else parse_answer(text, form)
        tag = form.aside_tag if side else form.answer_tag
        return (Speech(ANSWERER, strip_tag(text, tag)),) if understood else None

    def on_response(self, request: Request, response: Response) -> None:
        if request.purpose == "side question":
            self._on_reply(request, self.texts.tidy(response.text))
        else:
            self._on_answer(request, self.texts.tidy(response.text))

    def _on_answer(self, request: Request, text: str) -> None:
        answer = parse_answer(text, self.words.form)
        if answer is None:
            self._violated[self.probing_round] += 1
            over = self.probing_round == len(self.order) and not self._filled
            why = "privateshared.said.no_answer" if over else "privateshared.said.skipped"
            self.judge(request, Verdict("malformed", Label(why)))
            self._next_request()
            return
        self._parsed[self.probing_round] += 1
        self._requests[self.probing_round] += 1
        self.judge(request, Verdict("accepted"))
        filled = mentions(
            self.texts.policy, answer, self.words.values[self.order[self.probing_round - 1]]
        )
        self._filled.append(filled)
        self.log("metadata", f"Slot filled: {filled}")
        for slot, value in self.words.values.items():
            before, now = self.known[slot], self.probing_round - 1
            if now < before and mentions(self.texts.policy, answer, value):
                self.log(
                    "metadata",
                    f"Value for {slot.upper()} anticipated; ground truth turn updated from "
                    f"{before} to {now}.",
                )
                self.known[slot] = now
        self._begin_probing()

    def _next_request(self) -> None:
        if self.probing_round == len(self.order):
            self._finish()
            return
        self.probing_round += 1
        self.round = self.probing_round - 1
        self._ask_request()

    # Probes

    def _begin_probing(self) -> None:
        probes = self.words.probes(self.probing_round)
        self.probing_round_numbers.append(self.probing_round)
        self.probes.append(
            [
                {
                    "target": slot.upper(),
                    "question": question,
                    "gt": int(self.knows(slot)),
                }
                for slot, question in probes
            ]
        )
        self._at = 0
        self._tries = 1
        self._ask_probe()

    def _ask_probe(self) -> None:
        """Ask in a fresh copy of the dialogue, so that no probe is aware of another."""
        probes = self.probes[-1]
        self.fork(ANSWERER, PROBES)
        self.ask(
            ANSWERER,
            ROLE,
            self.words.probe_with_hint(probes[self._at]["question"], self._tries),
            thread=PROBES,
            purpose="side question",
            logged=False,
            speech=(Speech(GAME_MASTER, self.words.question(self.probing_round, self._at)),),
            form=probe_form(
                self.words.form,
                label(
                    "privateshared.form.probe",
                    number=self._at + 1,
                    all=len(probes),
                    round=self.probing_round + 1,
                    rounds=len(self.order) + 1,
                ),
                self.words.question(self.probing_round, self._at),
            ),
        )

    def _on_reply(self, request: Request, text: str) -> None:
        value = parse_reply(text, self.words.form)
        self._requests[self.probing_round] += 1
        self.log("parse", self.words.reply_word(value))
        if value == UNCLEAR:
            self._violated[self.probing_round] += 1
            self._on_unclear(request, text)
            return
        self._parsed[self.probing_round] += 1
        self.judge(request, Verdict("accepted"))
        target = self._note(text, value)
        self.log("metadata", f"Answer for {target} valid after {self._tries} tries.")
        self._check()
        self._at += 1
        self._tries = 1
        if self._at < len(self.probes[-1]):
            self._ask_probe()
        else:
            self._finished_rounds += 1
            self._next_request()

    def _on_unclear(self, request: Request, text: str) -> None:
        self._tries += 1
        if self._tries <= len(self.words.hints):
            self.judge(request, Verdict("asked again", Label("privateshared.said.yes_or_no")))
            self._ask_probe()
            return
        self.judge(request, Verdict("malformed", Label("privateshared.said.unclear")))
        target = self._note(text, UNCLEAR)
        self.log("metadata", f"Answer for {target} invalid after max attempts.")
        self._check()
        self.log("invalid format", "Abort: invalid format in probing.")
        if (
            self.probing_round == 0
        ):  # the reference notices only after the questioner's next request
            self._question(self.words.request(self.order[0]))
        self.log("end", "Game finished.")
        self._close(aborted=True)

    def _note(self, text: str, value: int) -> str:
        """Record the result of a probe and return its target."""
        probe = self.probes[-1][self._at]
        probe.update(answer=text, value=value, tries=self._tries)
        return str(probe["target"])

    def _check(self) -> None:
        probe = self.probes[-1][self._at]
        right = "" if probe["value"] == probe["gt"] else "in"
        self.log("check", f"Answer is {right}correct.")

    # The end

    def _finish(self) -> None:
        if not self._filled:  # the reference divides by the number of answers and crashes
            self._close(aborted=True)
            return
        self.log("end", "Game finished.")
        self.notice(Label("privateshared.said.done"), audience=self.everybody)
        self._close(aborted=False)

    def on_control(self, control: Control) -> None:
        super().on_control(control)
        self._close(aborted=True)

    def _close(self, *, aborted: bool) -> None:
        self.keys.update(
            {
                "probes": [[dict(probe) for probe in probing] for probing in self.probes],
                "realised_slots": dict(self.known),
                "Request Count": list(self._requests),
                "Parsed Request Count": list(self._parsed),
                "Violated Request Count": list(self._violated),
                "Filled Slots": list(self._filled),
                "Aborted": aborted,
                "Played Probe Rounds": self._finished_rounds,
            }
        )

    def view(self, watcher: str) -> View:
        return board(self, watcher)
