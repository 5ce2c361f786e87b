"""The content of documents, in every format."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from clemtui.archive.documents import FORMS, Document, Form, check_suffix, file_name, render, save
from clemtui.archive.documents.building import choose_watcher
from clemtui.archive.documents.html import html
from clemtui.archive.documents.text import Names, sheet
from clemtui.cli.documents import FORMS as FORMS_OF_THE_COMMAND
from clemtui.engine import OBSERVER, REVEAL, Scores
from clemtui.episode.errors import PlayError, UsageError
from clemtui.language import Interface
from tests.support.transcripts import GUESSER, transcript_of

ENGLISH = Interface("en")
READABLE: tuple[Form, ...] = ("markdown", "html", "svg")


def test_the_command_offers_every_form() -> None:
    assert FORMS_OF_THE_COMMAND == FORMS


@pytest.mark.parametrize("form", READABLE)
def test_document_names_players_messages_and_result(form: Form) -> None:
    said = render(transcript_of(board="the board"), form, ENGLISH)
    expected = (
        "ada", "openai/small", "4 Mar 2026", "English", "Describe it.", "CLUE: hot", "accepted",
        "The task was solved.", "rounds started", "2.5", "2 attempts", "the board", "Round 1",
        "Round 2", "A player ended the episode.",
    )  # fmt: skip
    for words in expected:
        assert words in said
    assert said.index("Describe it.") < said.index("CLUE: hot") < said.index("Round 2")


@pytest.mark.parametrize("form", READABLE)
def test_notices_come_first(form: Form) -> None:
    document = transcript_of(difference="under 0.1", stored={"state": "running"}, scores=None)
    said = render(document, form, ENGLISH)
    for notice in ("under 0.1", "is not finished"):
        assert said.index(notice) < said.index("Describe it.")
    assert "Round 1" not in said, "the evidence alone does not tell the rounds"
    erased = transcript_of(difference="erased", stored={"erased": True}, lines=())
    assert render(erased, form, ENGLISH).count("erased") == 1


@pytest.mark.parametrize(("state", "word"), [("abandoned", "abandoned"), ("void", "void")])
@pytest.mark.parametrize("form", READABLE)
def test_what_cannot_be_resumed_is_not_called_unfinished(form: Form, state: str, word: str) -> None:
    said = render(transcript_of(stored={"state": state}, scores=None), form, ENGLISH)
    assert word in said
    assert "is not finished" not in said


@pytest.mark.parametrize("form", READABLE)
def test_unknown_game_uses_benchmark_names(form: Form) -> None:
    said = render(transcript_of(listing=None), form, ENGLISH)
    assert "WordDescriber" in said
    assert "taboo" in said
    assert "‹" not in said.replace("‹no matter›", ""), "no label is left without words"


@pytest.mark.parametrize("form", READABLE)
def test_failed_calls_are_shown_in_the_full_view_only(form: Form) -> None:
    document = transcript_of(trouble="rate limit of openai")
    assert "rate limit of openai" in render(document, form, ENGLISH)
    seen = transcript_of(trouble="rate limit of openai", watcher=GUESSER)
    assert "rate limit of openai" not in render(seen, form, ENGLISH)


def test_unknown_time_is_omitted() -> None:
    said = render(transcript_of(summary={"time_known": False}), "markdown", ENGLISH)
    assert "2026" not in said


def test_official_instance_is_marked() -> None:
    assert "clembench" not in render(transcript_of(), "markdown", ENGLISH)
    official = transcript_of(summary={"origin": "official"})
    assert "official clembench instance" in render(official, "markdown", ENGLISH)


def test_document_is_in_the_interface_language() -> None:
    german = render(transcript_of(), "html", Interface("de"))
    assert '<html lang="de" dir="ltr">' in german
    assert '<div class="text" lang="en" dir="auto">Describe it.</div>' in german


def test_right_to_left_interface() -> None:
    document = transcript_of()
    words = sheet(document, Names(document, ENGLISH))
    page = html(replace(words, language="ar", direction="rtl"))
    assert '<html lang="ar" dir="rtl">' in page
    assert page.count('lang="en" dir="auto"') == 2, "what was said has a direction of its own"


# JSON


def read(document: Document) -> dict[str, object]:
    said: dict[str, object] = json.loads(render(document, "json", ENGLISH))
    return said


def test_json_has_everything_in_a_fixed_order() -> None:
    said = read(transcript_of())
    assert list(said) == [
        "format", "version", "view", "interface_language", "difference", "episode", "game",
        "instance", "condition", "seats", "lines", "calls", "scores",
    ]  # fmt: skip
    assert (said["format"], said["version"], said["view"]) == ("clemtui-transcript", 1, "all")


def test_json_has_raw_texts_and_timing() -> None:
    text = "a\x1b[31m\u202e\r\n<b>"
    lines = read(transcript_of(answer=text))["lines"]
    assert isinstance(lines, list)
    told, answered, judged, noted = lines
    assert (told["kind"], told["timing"]) == ("to seat", None)
    assert answered["text"] == text
    assert (answered["seconds"], answered["attempts"]) == (2.5, 2)
    assert answered["timing"]["submitted_ms"] == 2500.0
    assert judged["verdict"] == {"kind": "accepted", "reason": None}
    assert (noted["text"], noted["label"]) == (None, {"id": "control.gave_up", "values": {}})
    assert noted["said"] == "A player ended the episode."


def test_json_hides_the_solution_from_seats() -> None:
    instance = transcript_of().stored.instance
    secret = str(instance.data["target_word"])
    assert secret in render(transcript_of(), "json", ENGLISH)
    seen = transcript_of(watcher=GUESSER, trouble="x")
    said = read(seen)
    assert (said["view"], said["calls"]) == (GUESSER, None)
    assert secret not in render(seen, "json", ENGLISH)


# Whose view


def test_finished_episode_has_all_views() -> None:
    finished = transcript_of().stored.summary
    assert choose_watcher(finished, None) == REVEAL
    for wanted, seen in (("ALL", REVEAL), ("player 2", "Player 2"), ("observer", OBSERVER)):
        assert choose_watcher(finished, wanted) == seen


def test_unknown_view() -> None:
    expected = r"unknown view 'Player 9'; did you mean .*: Player 1, Player 2, observer, all"
    with pytest.raises(UsageError, match=expected):
        choose_watcher(transcript_of().stored.summary, "Player 9")


def test_view_that_is_asked_for_is_shown_even_if_unfinished() -> None:
    unfinished = replace(transcript_of().stored.summary, state="running")
    for wanted, seen in (("all", REVEAL), ("Player 2", "Player 2"), ("observer", OBSERVER)):
        assert choose_watcher(unfinished, wanted) == seen


# Files


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return an empty folder."""
    made = tmp_path / "documents"
    made.mkdir()
    return made


def test_a_file_is_named_after_game_instance_day_and_episode() -> None:
    document = transcript_of(experiment="High / Frequency: ../Wörter")
    name = file_name(document, "html")
    number = document.stored.summary.game_id
    assert name == f"clemtui-taboo-high-frequency-worter-{number}-20260304-0taboo01.html"


@pytest.mark.parametrize("experiment", ["茶", "CON", "x" * 500, "..\\..\\", "\ud800"])
def test_file_names_are_portable(experiment: str) -> None:
    name = file_name(transcript_of(experiment=experiment), "markdown")
    assert len(name) < 150
    assert set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-.")
    assert name.count(".") == 1
    assert name.endswith("-20260304-0taboo01.md")


def test_document_is_written_unchanged(folder: Path) -> None:
    save("Grüße\r\n茶\n", folder / "a.md")
    assert (folder / "a.md").read_bytes() == "Grüße\r\n茶\n".encode()
    assert [file.name for file in folder.iterdir()] == ["a.md"]


def test_existing_file_is_not_overwritten(folder: Path) -> None:
    (folder / "mine").write_text("mine")
    with pytest.raises(UsageError, match="already exists; choose another file name"):
        save("other", folder / "mine")
    assert (folder / "mine").read_text() == "mine"
    assert [file.name for file in folder.iterdir()] == ["mine"]


@pytest.mark.parametrize(
    ("name", "form", "suggested"),
    [
        ("a.pdf", "html", ".html"),
        ("a.JSON", "csv", ".csv"),
        ("a.md", "svg", ".svg"),
        ("a.csv", "jsonl", ".jsonl"),
    ],
)
def test_an_extension_does_not_promise_another_format(name: str, form: str, suggested: str) -> None:
    with pytest.raises(UsageError, match=f"choose a name that ends in {suggested}"):
        check_suffix(Path(name), form)


@pytest.mark.parametrize(
    ("name", "form"), [("a.md", "md"), ("a.TXT", "markdown"), ("a", "csv"), ("pilot.v2", "json")]
)
def test_other_extensions_are_free(name: str, form: str) -> None:
    check_suffix(Path(name), form)


def test_invalid_file_name(folder: Path) -> None:
    with pytest.raises(UsageError, match="null character; choose another name"):
        save("text", folder / "a\0.md")
    assert not list(folder.iterdir())


def test_missing_folder(folder: Path) -> None:
    with pytest.raises(UsageError, match=r"the folder .*none does not exist; create it first"):
        save("text", folder / "none" / "a.md")
    (folder / "file").touch()
    with pytest.raises(UsageError, match=r"the folder .* does not exist"):
        save("text", folder / "file" / "a.md")


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_failed_write_leaves_no_file(
    call: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    if call == "fsync":
        monkeypatch.setattr("clemtui.archive.documents.files.os.fsync", fail)
    else:
        monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(PlayError, match=r"cannot write .*a\.md: No space left on device"):
        save("text", folder / "a.md")
    assert list(folder.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="folders are not read-only there")
def test_unencodable_text_leaves_no_file(folder: Path) -> None:
    with pytest.raises(UnicodeEncodeError):
        save("\ud800", folder / "a.md")
    assert list(folder.iterdir()) == []


def test_aids_have_the_names_of_their_game() -> None:
    document = transcript_of(stored={"condition": {"aids": ["rule_warning", "unknown"]}})
    said = render(document, "html", ENGLISH)
    assert "with aids: Warning before a clue that breaks the rules and unknown" in said
    said = render(replace(document, listing=None), "html", ENGLISH)
    assert "with aids: rule_warning and unknown" in said


def test_scores_are_explained_by_their_game() -> None:
    scores = Scores(0, 1, 0, {"Main Score": 100.0, "Repetition-Guesser": 0, "Request Count": 2})
    said = render(replace(transcript_of(), scores=scores), "markdown", ENGLISH)
    assert "always 0, as in the benchmark" in said
    assert "rounds started (a clue and a guess each)" in said
    elsewhere = replace(transcript_of(), scores=scores, listing=None)
    said = render(elsewhere, "markdown", ENGLISH)
    assert "always 0" not in said
    assert "answers received" in said
