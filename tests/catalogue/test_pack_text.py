"""Editing the text of a pack changes nothing else."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from clemtui.packs.text import (
    CannotEdit,
    add_lines,
    comment,
    key,
    listed,
    quoted,
    set_values,
)
from tests.support.paths import ROOT

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
"prompts.one" = "1"  # looked at
# not looked at
"prompts.two" = "2"
'''


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize("table", ["card", "prompts", "source"])
def test_lines_are_added_at_the_end_of_a_table(table: str, ends: str) -> None:
    text = TEXT.replace("\n", ends)
    changed = add_lines(text, table, ["# new", 'more = "x"'])
    before, after = tomllib.loads(text), tomllib.loads(changed)
    assert after[table].pop("more") == "x"
    assert after == before
    assert changed.replace('# new\nmore = "x"\n', "") == text


def test_a_comment_above_the_next_table_stays_there() -> None:
    changed = add_lines(TEXT, "card", ['more = "x"'])
    assert 'comment"\nmore = "x"\n\n# about the prompts\n[prompts]\n' in changed


def test_lines_come_behind_the_comments_of_the_last_table() -> None:
    """Translators read the remaining labels from the top."""
    text = '[interface]\n"one" = "eins"\n# "two" = "two"\n'
    assert add_lines(text, "interface", ['# "three" = "three"']) == (text + '# "three" = "three"\n')


def test_a_file_may_lack_its_last_line_end() -> None:
    assert add_lines('[tags]\na = "1"', "tags", ['b = "2"']) == '[tags]\na = "1"\nb = "2"\n'


def test_lines_for_a_table_that_there_is_not_make_one() -> None:
    changed = add_lines(TEXT, "tags", ['more = "x"'])
    assert changed == f'{TEXT}\n[tags]\nmore = "x"\n'


def test_values_change_and_nothing_around_them() -> None:
    changed = set_values(TEXT, "source", {"prompts.one": "one", "prompts.two": "2"})
    assert changed == TEXT.replace('"prompts.one" = "1"', '"prompts.one" = "one"')


def test_values_come_and_go() -> None:
    changed = set_values(TEXT, "source", {"prompts.one": "1", "tags.a": "3"})
    assert changed == TEXT.replace('"prompts.two" = "2"', '"tags.a" = "3"')
    without = TEXT.partition("\n[source]")[0]
    assert set_values(without, "source", {"a": "1"}) == f'{without}\n[source]\na = "1"\n'


@pytest.mark.parametrize(
    "path", sorted((ROOT / "locales").glob("*/*.toml")), ids=lambda path: "/".join(path.parts[-2:])
)
def test_of_the_bundled_packs_only_what_is_changed_changes(path: Path) -> None:
    text = path.read_text("utf-8")
    changed = add_lines(text, "card", ['more = "x"'])
    assert changed.replace('more = "x"\n', "", 1) == text
    stamps = tomllib.loads(text).get("source", {})
    assert set_values(text, "source", stamps) == text


@pytest.mark.parametrize("text", ['quote " and \\', "two\nlines", "ctrl \x01 \x7f", "日本 é", ""])
def test_texts_are_written_so_that_they_are_read_back(text: str) -> None:
    line = f"{key('a.b')} = {quoted(text)}\nlist = {listed([text, text])}"
    assert tomllib.loads(line) == {"a.b": text, "list": [text, text]}


def test_comments_are_wrapped() -> None:
    lines = comment("word " * 60 + "\n\nend")
    assert all(line.startswith("#") and len(line) <= 100 for line in lines)
    assert lines[-2:] == ["#", "# end"]


@pytest.mark.parametrize(
    "text",
    [
        'tags = { a = "1" }\n',
        '[tags]\n"b" = "1"\n',
    ],
    ids=["on one line", "of the same name"],
)
def test_what_cannot_be_added_to_is_not_spoilt(text: str) -> None:
    with pytest.raises(CannotEdit, match=r"\[tags\] cannot be edited automatically"):
        add_lines(text, "tags", ['b = "2"'])
