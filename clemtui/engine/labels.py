"""Labels: words for people, named by id, so that rules carry no sentence of any language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Label:
    """A text of the interface: an id in the ``[interface]`` table of the family's language
    packs, and the values of its placeholders. The front looks it up in the interface language."""

    id: str
    values: Mapping[str, str | int] = field(default_factory=dict)


def label(id: str, **values: str | int) -> Label:
    """A label with its values."""
    return Label(id, values)


def control_label(kind: str) -> Label:
    """What a control of a kind did to the episode."""
    return Label(f"control.{kind.replace(' ', '_').replace('-', '_')}")


COMMON_LABELS: Mapping[str, frozenset[str]] = {
    "control.gave_up": frozenset(),
    "control.time_out": frozenset(),
    "control.partner_gone": frozenset(),
    "control.response_limit": frozenset(),
    "form.missing": frozenset(),
    "form.wrong_kind": frozenset(),
    "form.several_lines": frozenset(),
    "form.too_long": frozenset({"maximum"}),
    "form.no_word": frozenset(),
    "form.wrong_length": frozenset({"length"}),
    "form.wrong_letter": frozenset({"letter"}),
    "form.no_option": frozenset(),
    "form.twice": frozenset(),
    "form.outside": frozenset({"minimum", "maximum"}),
    "form.too_few": frozenset({"minimum"}),
    "form.too_many": frozenset({"maximum"}),
    "form.wrong_shape": frozenset({"rows", "columns"}),
    "form.symbol": frozenset({"means", "symbol"}),
}
"""Labels that the engine itself uses, with their placeholders: the fronts have their words, no
language pack of a family does."""
