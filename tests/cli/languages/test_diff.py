"""``clemtui languages diff``: what a translation lacks, and how the English has changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from clemtui.packs.diff import word_diff
from tests.cli.pack_collections import Packs
from tests.support.calling import call


@pytest.fixture
def packs(tmp_path: Path) -> Packs:
    return Packs(tmp_path / "own")


def diff(packs: Packs) -> list[str]:
    """Return the lines about the German pack."""
    called = call("languages", "diff", "de", "sealed", "--collection", str(packs.folder))
    assert (called.code, called.err) == (0, "")
    return called.out.rstrip("\n").split("\n")


def test_a_fresh_translation_needs_nothing(packs: Packs) -> None:
    assert diff(packs) == ["de sealed: nothing to do"]


def test_a_stale_entry_is_shown_with_the_words_that_changed(packs: Packs) -> None:
    packs.commit("one")
    packs.change("en", "The lot is yours. The other bid", "The lot is now yours. The rival bid")
    packs.commit("two")
    packs.change("en", "The rival bid", "Your rival bid")
    head, blank, *said = diff(packs)
    assert head == f"de sealed: 1 entry needs work ({packs.file('de')})"
    assert blank == ""
    assert said[0].startswith("  prompts.won is stale: the English has changed since 20")
    assert said[1:3] == [
        "    English:",
        "      The lot is {+now +}yours. [-The other-]{+Your rival+} bid ${bid}. ${remark}",
    ]
    assert said[3] == "    translation:"
    assert "${bid}" in said[4]


def test_current_english_is_shown_without_history(packs: Packs) -> None:
    packs.change("en", "The lot is yours.", "The lot is now yours.")
    _, remark, *said = diff(packs)
    assert remark == "  No git history: only the current English is shown."
    assert "  prompts.won is stale: the English has changed since it was translated" in said
    assert "      The lot is now yours. The other bid ${bid}. ${remark}" in said


def test_uncommitted_english_is_unknown(packs: Packs) -> None:
    packs.change("en", "The lot is yours.", "The lot is now yours.")
    packs.commit("one")
    said = diff(packs)
    assert "    (the earlier English is not in the git history)" in said
    assert "      The lot is now yours. The other bid ${bid}. ${remark}" in said


def test_broken_commit_is_skipped(packs: Packs) -> None:
    packs.commit("one")
    packs.change("en", "[card]", "[card")
    packs.commit("broken")
    packs.change("en", "[card", "[card]")
    packs.change("en", "The lot is yours.", "The lot is certainly yours.")
    assert any("{+ certainly+}" in line for line in diff(packs))


def test_missing_entries_are_shown_in_english(packs: Packs) -> None:
    packs.change("de", 'bid = "', '# bid = "')
    packs.change("de", '"sealed.title" = ', '# "sealed.title" = ')
    said = diff(packs)
    assert "  tags.bid is missing" in said
    assert "      BID:" in said
    assert "  missing interface texts: sealed.title" in said


def test_surplus_entries_are_named(packs: Packs) -> None:
    packs.change("de", "[tags]\n", '[tags]\nmore = "MEHR:"\n')
    assert "  tags.more is not in the English pack" in diff(packs)


def test_unstamped_entry_is_shown_with_the_english(packs: Packs) -> None:
    packs.change("de", '"prompts.won" = ', '# "prompts.won" = ')
    said = diff(packs)
    assert "  prompts.won is not stamped yet" in said
    assert "      The lot is yours. The other bid ${bid}. ${remark}" in said


def test_added_removed_and_reworded_constraints(packs: Packs) -> None:
    packs.commit("one")
    packs.change("en", 'both = "Both bid at the same time."', 'pay = "The winner pays."')
    packs.change("en", "has the form of the tag", "begins with the tag")
    said = diff(packs)
    assert "  prompts.rules has different constraints" in said
    assert "    removed constraint 'both': Both bid at the same time." in said
    assert "    added constraint 'pay': The winner pays." in said
    reworded = "An answer [-has the form of-]{+begins with+} the tag and a number."
    assert f"    reworded constraint 'form': {reworded}" in said
    assert "    English:" not in said, "the prompt itself is as it was"


def test_constraints_are_compared_since_the_translation(packs: Packs) -> None:
    """A pack committed after the change already takes it into account."""
    packs.commit("one")
    packs.change("en", "has the form of the tag", "begins with the tag")
    packs.change("de", 'notes = "', 'notes = "Looked at again. ')
    packs.commit("two")
    assert diff(packs) == ["de sealed: nothing to do"]


def test_every_pack_of_the_language_is_compared() -> None:
    out = call("languages", "diff", "de").out
    families = ("imagegame", "privateshared", "referencegame", "taboo", "wordle")
    assert all(f"de {family}: " in out for family in families)


def test_the_english_packs_were_not_translated() -> None:
    out = call("languages", "diff", "en").out
    assert out == "no pack in 'en' is translated from an English one\n"


def test_nothing_is_written_to_the_repository(packs: Packs) -> None:
    packs.commit("one")
    packs.change("en", "The lot is yours.", "The lot is now yours.")
    before = sorted((path, path.stat().st_mtime_ns) for path in packs.folder.rglob("*"))
    diff(packs)
    assert sorted((path, path.stat().st_mtime_ns) for path in packs.folder.rglob("*")) == before


def test_git_dir_of_a_hook_is_ignored(
    packs: Packs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packs.commit("one")
    packs.change("en", "The lot is yours.", "The lot is now yours.")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere" / ".git"))
    assert any("{+ now+}" in line for line in diff(packs))


@pytest.mark.parametrize(
    ("then", "now", "both"),
    [
        ("one two", "one two", "one two"),
        ("one two", "one three", "one [-two-]{+three+}"),
        ("one", "one two", "one{+ two+}"),
        ("one two", "two", "[-one -]two"),
        ("one\ntwo", "one\n\ntwo", "one\n\ntwo"),
        ("", "new", "{+new+}"),
    ],
)
def test_word_difference(then: str, now: str, both: str) -> None:
    assert word_diff(then, now) == both
