"""The condition of an episode: all that could change a person's result and is not the instance."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

InterfaceForm = Literal["assisted", "verbatim"]

RESPONSE_LIMIT = 2000
"""Responses per episode after which a control ends it: some games have no limit of their own. The
longest bundled game that has one (privateshared, 15 facts) takes 255 responses, and at most 1215
where everything is asked again as often as it can be.
"""


class Condition(BaseModel):
    """How an episode is played. Recorded with it, whole."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    interface: InterfaceForm
    """``assisted``: board, form and aids; ``verbatim``: prompt text and a free-text box."""

    aids: tuple[str, ...] = ()
    """Ids of the aids that are switched on."""

    prompt_language: str
    """BCP 47 tag of the language of the prompts."""

    interface_language: str
    """BCP 47 tag of the language of the program."""

    practice: bool = False
    """Not meant to count."""

    response_limit: int | None = RESPONSE_LIMIT
    """Responses per episode; None for no limit."""

    live_partner: bool = False
    """Whether a partner's answer is seen while it is being written."""

    continued_from: str | None = None
    """The episode that this one goes on from with another partner; None for one of its own."""

    continued_after: int | None = None
    """How many of its entries are those of that episode."""
