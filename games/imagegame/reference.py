"""Export of our instances in the reference's file format."""

from __future__ import annotations

from clemtui.engine import Instance, ReferenceFiles, Texts

from .master import ImagegameMaster
from .official import PATTERNS
from .parsing import Protocol


def reference_files(instance: Instance, texts: Texts) -> ReferenceFiles:
    """Return what the reference's files would contain for this grid and these texts.

    The reference builds the giver's prompt from a header, the grid and the question; a prompt that
    does not end with the last two is exported as the header.
    """
    grid = instance.data["target_grid"]
    question = texts.prompt("question")
    protocol = Protocol.of(texts)
    rules = (protocol.command, protocol.done, protocol.grid)
    (asked,) = ImagegameMaster(instance, texts).pending()
    return ReferenceFiles(
        {"name": instance.experiment},
        {
            "game_id": instance.game_id,
            "player_1_prompt_header": asked.messages[-1].text.removesuffix(f"\n{grid}\n{question}"),
            "player_2_prompt_header": texts.prompt("follower", command_tag=texts.tag("command")),
            "player_1_question": question,
            "grid_dimension": instance.parameters["grid_dimension"],
            **{name: rule.pattern for name, rule in zip(PATTERNS, rules, strict=True)},
            "fill_row": False,
            "fill_column": False,
            "target_grid": grid,
            "lang": texts.language,
        },
    )
