"""Names of several players in one text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from clemtui.records.names import joined_names

_NAMES = st.lists(st.text('a-"\\', max_size=4), min_size=1)


@given(_NAMES, st.data())
def test_joined_names_are_different_for_different_names(
    names: list[str], data: st.DataObject
) -> None:
    others = data.draw(_NAMES | st.just(names))
    assert (joined_names(names) == joined_names(others)) == (names == others)


def test_only_names_that_could_be_taken_for_others_are_in_quotes() -> None:
    assert joined_names(["gpt-4o", "q--r", "x-"]) == 'gpt-4o--"q--r"--"x-"'
