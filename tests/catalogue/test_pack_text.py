"""Changing the text of a pack: nothing but what was meant."""

from __future__ import annotations

import tomllib

import pytest

from clemtui.catalogue.pack_text import comment, key, listed, quoted, tables, with_lines, with_table

TEXT = '''\
policy = "reference"

[card]
notes = "a [trap] # no comment"

# about the prompts
[prompts]
one = """
[A] is no table
[tags]
\\"""[tags]"""
two = \'\'\'
[tags]
\'\'\'
list = [
    "[tags]", # ]
    "x",
]

[constraints.one]
"a.b" = "c" # [tags]

[source]
"prompts.one" = "1"
'''


def test_tables_are_found_and_nothing_else() -> None:
    names = [each.name for each in tables(TEXT)]
    assert names == ["card", "prompts", "constraints.one", "source"]


def test_a_comment_above_a_table_belongs_to_it() -> None:
    card = tables(TEXT)[0]
    assert TEXT[card.start : card.end].startswith("[card]")
    assert "about the prompts" not in TEXT[card.start : card.end]


@pytest.mark.parametrize("table", ["card", "prompts", "source"])
def test_lines_are_added_at_the_end_of_a_table(table: str) -> None:
    changed = with_lines(TEXT, table, ["# new", 'more = "x"'])
    before, after = tomllib.loads(TEXT), tomllib.loads(changed)
    assert after[table].pop("more") == "x"
    assert after == before
    assert [line for line in changed.splitlines() if line not in ("# new", 'more = "x"')] == (
        TEXT.splitlines()
    )


def test_lines_for_a_table_that_there_is_not_make_one() -> None:
    changed = with_lines(TEXT, "tags", ['more = "x"'])
    assert tomllib.loads(changed) == tomllib.loads(TEXT) | {"tags": {"more": "x"}}


def test_a_table_is_replaced_wherever_it_stands() -> None:
    changed = with_table(TEXT, "card", ['notes = "new"'])
    assert tomllib.loads(changed) == tomllib.loads(TEXT) | {"card": {"notes": "new"}}
    assert with_table(changed, "card", ['notes = "new"']) == changed


@pytest.mark.parametrize("text", ['quote " and \\', "two\nlines", "ctrl \x01 \x7f", "日本 é", ""])
def test_texts_are_written_so_that_they_are_read_back(text: str) -> None:
    line = f"{key('a.b')} = {quoted(text)}\nlist = {listed([text, text])}"
    assert tomllib.loads(line) == {"a.b": text, "list": [text, text]}


def test_comments_are_wrapped() -> None:
    lines = comment("word " * 60 + "\n\nend")
    assert all(line.startswith("#") and len(line) <= 100 for line in lines)
    assert lines[-2:] == ["#", "# end"]
