"""The words of one episode: what is asked, in which order, out of the texts and the instance."""

from __future__ import annotations

from collections.abc import Sequence

from clemtui.engine import Instance, Texts

from .parsing import ReplyFormat


def requests_id(domain: str, slot: str) -> str:
    """The option entry with the ways to ask for a slot."""
    return f"{domain}.{slot}.requests"


def probes_id(domain: str, slot: str) -> str:
    """The option entry with the ways to ask whether the questioner knows a slot."""
    return f"{domain}.{slot}.probes"


def slot_names(domain: str, slots: Sequence[str], texts: Texts) -> dict[str, str]:
    """What each slot is called on the sheet."""
    return dict(zip(slots, texts.options[f"{domain}.names"], strict=True))


class Wording:
    """The words of one episode."""

    def __init__(self, instance: Instance, texts: Texts) -> None:
        self._texts = texts
        self._domain: str = instance.parameters["domain"]
        self._requests: dict[str, int] = instance.data["requests"]
        self._probes: list[list[list[str | int]]] = instance.data["probes"]
        self._me = texts.tag("me")
        values = instance.data["slots"]
        self.names = slot_names(self._domain, [slot for slot, _ in values], texts)
        self.values: dict[str, str] = dict(values)
        self.yes, self.no = texts.options["answers"]
        self.hints = texts.options["hints"]
        self.form = ReplyFormat(
            answer_tag=texts.tag("answer").strip(),
            aside_tag=texts.tag("aside").strip(),
            yes=self.yes,
            no=self.no,
            policy=texts.policy,
        )

    def initial(self) -> str:
        """What the answerer is told before everything else."""
        sheet = "\n".join(f"{self.names[slot]}: {value}" for slot, value in self.values.items())
        return self._texts.prompt(
            f"{self._domain}.initial",
            sheet=sheet,
            tag=self._texts.tag(self._domain),
            answer=self.form.answer_tag,
            me=self._me.strip(),
            aside=self.form.aside_tag,
        )

    @property
    def opening(self) -> str:
        """The turn that is put into the answerer's mouth after it."""
        return self._texts.prompt("opening")

    @property
    def prompting(self) -> str:
        """What the questioner is asked in the event log."""
        return self._texts.prompt("next_request")

    def request(self, slot: str) -> str:
        """How the questioner asks for a slot."""
        return self._texts.options[requests_id(self._domain, slot)][self._requests[slot]]

    def relayed(self, request: str) -> str:
        """The questioner's request as the answerer is shown it."""
        return f"{self._texts.tag(self._domain)}: {request}"

    def probes(self, number: int) -> list[tuple[str, str]]:
        """The probes of a probing round: the slot and the question of each, in order."""
        return [
            (
                str(slot),
                self._texts.prompt("probe", me=self._me, question=self.question(number, at)),
            )
            for at, (slot, _) in enumerate(self._probes[number])
        ]

    def question(self, number: int, at: int) -> str:
        """What a probe of a probing round asks, without what stands around it: who asks, and in
        which form it is answered."""
        slot, index = self._probes[number][at]
        return self._texts.options[probes_id(self._domain, str(slot))][int(index)]

    def said(self, value: int) -> str:
        """What a reply to a probe says, in the words of the event log."""
        return {1: self.yes, 0: self.no}.get(value, "NA")

    def asked(self, question: str, tries: int) -> str:
        """A probe as it is asked at the first, second, ... try: with the hint of that try after
        each place where the game master speaks of itself. The first hint is empty, but for the
        blank after it."""
        return question.replace(self._me, f"{self._me}{self.hints[tries - 1]} ")
