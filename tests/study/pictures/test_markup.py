"""The elements of the page."""

from __future__ import annotations

from clemtui.study.pictures.markup import outline, spoken, table
from clemtui.study.pictures.tables import Table


def test_an_outline_is_nested_lists() -> None:
    lines = ["head", "  one", "    deep", "      deeper", "  two"]
    assert "".join(outline(lines)) == (
        "<p>head</p><ul><li>one<ul><li>deep<ul><li>deeper</li></ul></li></ul></li><li>two</li></ul>"
    )
    assert "".join(outline(lines[1:])).startswith("<ul><li>one")
    assert list(outline([])) == []


def test_intervals_and_p_values_stay_on_one_line() -> None:
    said = "3.5 [-11.6, 18.0], p < 0.001, adjusted 0.002 <b> [a name]"
    whole = [f'<span class="whole">{part}</span>' for part in (
        "[-11.6, 18.0]", "p &lt; 0.001", "adjusted 0.002",
    )]  # fmt: skip
    assert spoken(said) == f"3.5 {whole[0]}, {whole[1]}, {whole[2]} &lt;b&gt; [a name]"


def test_a_cell_without_a_text_is_joined_with_that_above_it() -> None:
    rows = (("a", "1"), (None, "2"), ("b", "3"))
    made = table(Table(("game", "people"), rows), "<caption>")
    assert '<td class="name" rowspan="2">a</td><td class="count">1</td></tr>' in made
    assert '<tr><td class="count">2</td></tr>' in made
    assert '<td class="name">b</td>' in made
    assert "<caption>&lt;caption&gt;</caption>" in made
