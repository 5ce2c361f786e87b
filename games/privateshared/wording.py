"""The texts of one episode: what is asked and in which order, from the texts and the instance."""

from __future__ import annotations

from clemtui.engine import Instance, Texts

from .parsing import ReplyFormat


def requests_id(domain: str, slot: str) -> str:
    """Return the id of the option with the ways to ask for a slot."""
    return f"{domain}.{slot}.requests"


def probes_id(domain: str, slot: str) -> str:
    """Return the id of the option with the ways to ask whether the questioner knows a slot."""
    return f"{domain}.{slot}.probes"


class EpisodeTexts:
    """The texts of one episode."""

    def __init__(self, instance: Instance, texts: Texts) -> None:
        self._texts = texts
        self._domain: str = instance.parameters["domain"]
        self._requests: dict[str, int] = instance.data["requests"]
        self._probes: list[list[list[str | int]]] = instance.data["probes"]
        self._me = texts.tag("me")
        self.values: dict[str, str] = dict(instance.data["slots"])
        self.names = dict(zip(self.values, texts.options[f"{self._domain}.names"], strict=True))
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
        """Return the instructions, which the answerer receives first."""
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
        """The scripted turn of the answerer that follows the instructions."""
        return self._texts.prompt("opening")

    @property
    def prompting(self) -> str:
        """The question to the questioner in the event log."""
        return self._texts.prompt("next_request")

    def request(self, slot: str) -> str:
        """Return the questioner's request for a slot."""
        return self._texts.options[requests_id(self._domain, slot)][self._requests[slot]]

    def relayed(self, request: str) -> str:
        """Return the questioner's request as shown to the answerer."""
        return f"{self._texts.tag(self._domain)}: {request}"

    def probes(self, number: int) -> list[tuple[str, str]]:
        """Return the slot and the question of each probe of a probing round, in order."""
        return [
            (
                str(slot),
                self._texts.prompt("probe", me=self._me, question=self.question(number, at)),
            )
            for at, (slot, _) in enumerate(self._probes[number])
        ]

    def question(self, number: int, at: int) -> str:
        """Return the bare question of a probe, without its tag and the instruction how to reply."""
        slot, index = self._probes[number][at]
        return self._texts.options[probes_id(self._domain, str(slot))][int(index)]

    def reply_word(self, value: int) -> str:
        """Return a reply to a probe in the words of the event log."""
        return {1: self.yes, 0: self.no}.get(value, "NA")

    def probe_with_hint(self, question: str, tries: int) -> str:
        """Return a probe as asked at the first, second, ... try.

        The hint of that try is inserted after each occurrence of the game master's tag. The first
        hint is empty except for the space that follows it.
        """
        return question.replace(self._me, f"{self._me}{self.hints[tries - 1]} ")
