"""Where the cards of the games stand: beside each other, all visible if possible."""

from __future__ import annotations

from itertools import combinations

import pytest

from clemtui.ui.widgets.games.layout import arrange, mirrored


@pytest.mark.parametrize("width", [40, 60, 79, 80, 100, 116])
def test_cards_fill_the_width_and_never_overlap(width: int) -> None:
    for count in range(1, 31):
        places = arrange(count, width, 30)
        assert len(places) in (0, count)
        assert not any(one.overlaps(other) for one, other in combinations(places, 2))
        if count > 1 and places:
            assert {place.x for place in places} >= {0}
            assert max(place.right for place in places) == width
            assert places[0].size == places[1].size or abs(places[0].width - places[1].width) == 1


def test_the_first_two_are_the_largest() -> None:
    for size in ((80, 15), (116, 26), (116, 46)):
        first, second, *others = arrange(7, *size)
        assert min(first.area, second.area) > max(place.area for place in others)


def test_where_cards_do_not_fit_a_list_does() -> None:
    assert arrange(7, 60, 11) == ()
    assert arrange(7, 39, 40) == ()
    assert arrange(7, 80, 14) == ()


def test_cards_scroll_if_not_even_a_list_has_room() -> None:
    assert len(arrange(30, 80, 15)) == 30
    assert arrange(30, 80, 14) == (), "not even two rows of cards have room"


def test_mirrored_cards_begin_at_the_right() -> None:
    places = arrange(7, 80, 15)
    turned = mirrored(places, 80)
    assert turned[0].right == 80
    assert [place.y for place in turned] == [place.y for place in places]
    assert mirrored(turned, 80) == list(places)
