"""``clemtui languages new`` and ``stamp``: how a pack is started and finished."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

import pytest

from clemtui.catalogue import Catalogue, Collection, Pack
from tests.cli.pack_collections import Packs
from tests.support.calling import CallResult, call
from tests.support.paths import ROOT


@pytest.fixture
def packs(tmp_path: Path) -> Packs:
    return Packs(tmp_path / "own")


def new(packs: Packs, *arguments: str) -> CallResult:
    return call("languages", "new", *arguments, "--collection", str(packs.folder))


def findings(packs: Packs, language: str) -> list[str]:
    out = call(
        *("languages", "check", language, "--quick"),
        *("--collection", str(packs.folder), "--family", "sealed"),
    ).out
    return [line.partition(": ")[2].partition(";")[0] for line in out.splitlines()[:-1]]


def test_new_pack_has_english_entries_as_comments(packs: Packs) -> None:
    called = new(packs, "es")
    assert (called.code, called.err) == (0, "")
    assert called.out.splitlines() == [
        f"{packs.file('es')}: written",
        f"To see what is left to do: clemtui languages check es --collection {packs.folder}",
    ]
    text = packs.text("es")
    assert '# bid = "BID:"\nbid = ""\n' in text
    assert '#   The lot is yours. The other bid ${bid}. ${remark}\nwon = ""\n' in text
    assert '    #   Both bid at the same time.\n    # "both",\n' in text
    assert '# "sealed.title" = "Sealed bids"\n' in text
    pack = tomllib.loads(text)
    english = tomllib.loads(packs.text("en"))
    for table in ("tags", "prompts"):
        assert list(pack[table]) == list(english[table])
        assert set(pack[table].values()) == {""}
    assert pack["card"]["language"] == "es"


def test_check_reports_what_is_left_to_do(packs: Packs) -> None:
    new(packs, "es")
    left = findings(packs, "es")
    assert {"card.translator is empty", "tags.bid is empty", "prompts.won is empty"} <= set(left)
    assert "prompts.rules does not state 'both': Both bid at the same time." in left
    assert "interface.sealed.title is missing" in left


def test_incomplete_pack_is_not_available(packs: Packs) -> None:
    new(packs, "es")
    assert sorted(Catalogue([Collection.at(packs.folder)]).packs("sealed")) == ["de", "en"]


def test_existing_content_is_kept_and_missing_entries_added(packs: Packs) -> None:
    packs.change("de", 'remark = "', '# remark = "')
    packs.change("de", '"sealed.title" = ', '# "other" = ')
    packs.change("de", 'won = ["lot"]\n', "")
    before = packs.text("de")
    called = new(packs, "de")
    added = "(tags.remark, states.won, interface.sealed.title)"
    assert called.out.splitlines()[0] == f"{packs.file('de')}: added to {added}"
    after = packs.text("de")
    lines = iter(after.splitlines())
    assert all(line in lines for line in before.splitlines()), "a line is gone, or has moved"
    pack = tomllib.loads(after)
    assert pack["tags"]["remark"] == ""
    assert pack["states"]["won"] == []
    assert '# "sealed.title" = "Sealed bids"' in after
    assert "sealed.title" not in pack["interface"], "without words, people see the English ones"
    again = new(packs, "de")
    assert again.out.splitlines()[0] == f"{packs.file('de')}: complete"
    assert packs.text("de") == after


def test_a_complete_pack_is_not_touched(packs: Packs) -> None:
    before = packs.file("de").stat().st_mtime_ns, packs.text("de")
    assert new(packs, "de").out.splitlines()[0] == f"{packs.file('de')}: complete"
    assert (packs.file("de").stat().st_mtime_ns, packs.text("de")) == before


def test_paraphrase_starts_with_english_tags_and_no_interface(packs: Packs) -> None:
    assert new(packs, "en-x-mine").code == 0
    pack = tomllib.loads(packs.text("en-x-mine"))
    english = tomllib.loads(packs.text("en"))
    assert pack["tags"] == english["tags"]
    assert (pack["policy"], pack["card"]["language"]) == ("reference", "en-x-mine")
    assert set(pack["prompts"].values()) == {""}
    assert "interface" not in pack


def test_paraphrase_of_another_language_has_no_english_tags(packs: Packs) -> None:
    assert new(packs, "de-x-mine").code == 0
    pack = tomllib.loads(packs.text("de-x-mine"))
    assert set(pack["tags"].values()) == {""}
    assert pack["policy"] == tomllib.loads(packs.text("de"))["policy"]
    assert "interface" not in pack
    packs.change("de-x-mine", 'bid = ""\n', "")
    new(packs, "de-x-mine")
    assert tomllib.loads(packs.text("de-x-mine"))["tags"]["bid"] == ""


def test_every_bundled_family_can_be_started(tmp_path: Path) -> None:
    """Nothing in the English packs breaks the file generated from them."""
    folder = tmp_path / "all"
    for source in (ROOT / "locales" / "en").glob("*.toml"):
        (folder / "games" / source.stem).mkdir(parents=True)
        shutil.copy(ROOT / "games" / source.stem / "game.toml", folder / "games" / source.stem)
    shutil.copytree(ROOT / "locales" / "en", folder / "locales" / "en")
    assert call("languages", "new", "es", "--collection", str(folder)).code == 0
    for path in (folder / "locales" / "es").glob("*.toml"):
        english = Pack.read(path.stem, ROOT / "locales" / "en" / path.name)
        pack = Pack.read(path.stem, path)
        assert pack.entry_hashes.keys() == english.entry_hashes.keys()
        assert pack.file.states.keys() == english.file.constraints.keys()
        for id, words in english.words.items():
            assert tomllib.loads(
                next(
                    line[2:]
                    for line in path.read_text("utf-8").splitlines()
                    if line.startswith(f'# "{id}" = ')
                )
            ) == {id: words}


@pytest.mark.parametrize(
    ("tag", "why"),
    [
        ("klingon!", "'klingon!' is not a language tag"),
        ("xx", "'xx' is not a language tag"),
        ("pt_BR", "write 'pt-BR' instead of 'pt_BR'"),
        ("DE", "write 'de' instead of 'DE'"),
        ("en", "the English packs are the source of all others"),
        ("en-x-", "'en-x-' is not a language tag"),
        ("en-x-Mine", "lower-case letters and digits"),
        ("en-x-../..", "lower-case letters and digits"),
        ("../de", "'../de' is not a language tag"),
    ],
)
def test_invalid_tag_is_wrong_usage(tag: str, why: str, packs: Packs) -> None:
    called = new(packs, tag)
    assert (called.code, why in called.error) == (2, True)
    assert sorted(path.name for path in (packs.folder / "locales").iterdir()) == ["de", "en"]


def test_an_installed_program_says_where_its_packs_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clemtui.packs.creation.bundled_collection", lambda: tmp_path)
    called = call("languages", "new", "es")
    assert called.code == 1
    assert "in a checkout of clemtui's repository" in called.error
    assert "--collection DIR" in called.error


def test_checkout_also_gets_an_interface_catalogue(
    packs: Packs, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(ROOT / "babel.cfg", packs.folder)
    source = packs.folder / "clemtui" / "screen.py"
    source.parent.mkdir()
    source.write_text('ui.text("Play")', "utf-8")
    monkeypatch.setattr("clemtui.packs.creation.bundled_collection", lambda: packs.folder)
    assert call("languages", "new", "pt-BR").code == 0
    begun = packs.folder / "locales" / "pt-BR" / "LC_MESSAGES" / "ui.po"
    assert 'msgid "Play"\nmsgstr ""\n' in begun.read_text("utf-8")
    begun.write_text("mine", "utf-8")
    assert call("languages", "new", "pt-BR").code == 0
    assert begun.read_text("utf-8") == "mine"
    assert call("languages", "new", "en-x-mine").code == 0
    assert not (packs.folder / "locales" / "en-x-mine" / "LC_MESSAGES").exists()


def stamp(packs: Packs, *arguments: str) -> CallResult:
    return call("languages", "stamp", str(packs.file("de")), *arguments)


def stamps(packs: Packs) -> dict[str, str]:
    return dict(tomllib.loads(packs.text("de"))["source"])


@pytest.fixture
def half(packs: Packs) -> Packs:
    """In the German pack, one entry is stale, one unstamped, one empty and one removed."""
    packs.change("en", "The lot is yours.", "Now the lot is yours.")
    packs.change("de", '"prompts.next" = ', '# "prompts.next" = ')
    packs.change("de", '"tags.bid" = ', '"tags.gone" = "1"\n"tags.bid" = ')
    text = packs.text("de")
    tag = tomllib.loads(text)["tags"]["remark"]
    packs.change("de", f'remark = "{tag}"', 'remark = ""')
    return packs


def test_stale_entries_are_not_stamped_by_default(half: Packs) -> None:
    english = Pack.read("sealed", half.file("en")).entry_hashes
    stale = stamps(half)["prompts.won"]
    called = stamp(half)
    assert called.code == 0
    assert called.out.splitlines() == [
        f"{half.file('de')}: 1 stamped (prompts.next)",
        "  1 stale (prompts.won); stamp them with --entry or --all",
        "  1 not translated yet (tags.remark)",
    ]
    made = stamps(half)
    assert made["prompts.next"] == english["prompts.next"]
    assert made["prompts.won"] == stale
    assert "tags.gone" not in made
    assert "tags.remark" not in made


def test_only_the_named_entry_is_stamped(half: Packs) -> None:
    assert stamp(half, "--entry", "prompts.won").code == 0
    english = Pack.read("sealed", half.file("en")).entry_hashes
    assert stamps(half)["prompts.won"] == english["prompts.won"]
    assert "prompts.next" not in stamps(half)


def test_all_stamps_everything_that_is_translated(half: Packs) -> None:
    assert stamp(half, "--all").code == 0
    english = dict(Pack.read("sealed", half.file("en")).entry_hashes)
    del english["tags.remark"]
    assert stamps(half) == english


def test_nothing_but_the_stamps_changes(half: Packs) -> None:
    before = half.text("de").partition("[source]")[0]
    half.change("de", "[states]", "# a remark\n[states]")
    assert stamp(half, "--all").code == 0
    after = half.text("de")
    assert after.startswith(before.rstrip().partition("[states]")[0])
    assert tomllib.loads(after)["states"]["won"] == ["lot"]
    assert "# a remark\n[states]" in after


def test_line_endings_are_kept(half: Packs) -> None:
    half.file("de").write_bytes(half.text("de").replace("\n", "\r\n").encode())
    assert stamp(half, "--entry", "prompts.won").code == 0
    lines = half.file("de").read_bytes().splitlines(keepends=True)
    assert all(line.endswith(b"\r\n") for line in lines)


def test_inline_stamp_table_is_a_clear_error(packs: Packs) -> None:
    text = 'source = { "prompts.won" = "1" }\n' + packs.text("de").partition("[source]")[0]
    packs.file("de").write_text(text, "utf-8")
    called = stamp(packs)
    why = "[source] cannot be edited automatically; edit it by hand"
    assert (called.code, why in called.error) == (1, True)
    assert packs.text("de") == text


@pytest.mark.parametrize(
    ("entry", "code", "why"),
    [
        ("prompts.wonn", 2, "no entry 'prompts.wonn'"),
        ("tags.remark", 1, "tags.remark is not translated yet"),
    ],
)
def test_unstampable_entry_is_a_clear_error(half: Packs, entry: str, code: int, why: str) -> None:
    before = half.text("de")
    called = stamp(half, "--entry", entry)
    assert (called.code, why in called.error) == (code, True)
    assert half.text("de") == before


def test_the_english_pack_and_one_without_it_cannot_be_stamped(packs: Packs) -> None:
    called = call("languages", "stamp", str(packs.file("en")))
    assert (called.code, "is the English pack" in called.error) == (1, True)
    packs.file("en").unlink()
    called = stamp(packs)
    assert (called.code, "no English pack for " in called.error) == (1, True)


def test_all_and_entry_exclude_each_other(packs: Packs) -> None:
    called = stamp(packs, "--all", "--entry", "prompts.won")
    assert (called.code, "--entry and --all exclude each other" in called.error) == (2, True)
