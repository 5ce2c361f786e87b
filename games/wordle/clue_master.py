"""The game master of wordle_withclue: wordle with a clue to the target (clembench v3.0)."""

from __future__ import annotations

from clemtui.engine import Block, Card, Instance, Label, Row, Texts

from .master import WordleMaster


class WithClueMaster(WordleMaster):
    """An episode of wordle in which the guesser gets a clue at the start."""

    guesser_prompt = "guesser_with_clue"

    def __init__(self, instance: Instance, texts: Texts) -> None:
        self.clue: str = instance.data["target_word_clue"]
        super().__init__(instance, texts)

    def first_prompt(self) -> str:
        return self.texts.prompt(
            self.guesser_prompt,
            clue=self.clue,
            clue_tag=self.texts.tag("clue"),
            feedback_tag=self.feedback_tag,
            **self.tags,
        )

    def task_log(self) -> dict[str, str]:
        return {**super().task_log(), "target_word_clue": self.clue}

    def guesser_blocks(self) -> tuple[Block, ...]:
        return (self.clue_card(), *super().guesser_blocks())

    def clue_card(self) -> Card:
        """Return the card with the clue, which every seat sees."""
        return Card("clue", (Row("clue", Label("wordle.board.clue"), self.clue, tone="strong"),))
