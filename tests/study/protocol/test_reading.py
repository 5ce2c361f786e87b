"""Tests of reading a protocol: every error names its line and what was expected there."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
import tomli
from hypothesis import given
from hypothesis import strategies as st

from clemtui.episode.errors import UsageError
from clemtui.players.llm.parameters import ModelParameters
from clemtui.study.errors import StudyError
from clemtui.study.protocol import reading
from clemtui.study.protocol.folder import find_study, open_study
from clemtui.study.protocol.reading import InvalidProtocol, line_numbers, parse_protocol
from tests.study.protocols import PROTOCOL, study_folder

FILE = Path("study.toml")


def problems(*changes: tuple[str, str]) -> list[str]:
    """Return the problems of the example after some changes."""
    text = PROTOCOL
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    with pytest.raises(InvalidProtocol) as raised:
        parse_protocol(text, FILE)
    return [str(each) for each in raised.value.problems]


def test_the_example_is_read() -> None:
    protocol = parse_protocol(PROTOCOL, FILE)
    assert protocol.languages == ("en", "de")
    assert protocol.games[0].partner == "scripted"
    assert protocol.participants.number == 24


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("number = 24", 'number = "24"', "line 8: participants.number: must be a whole number"),
        ("number = 24", "number = true", "line 8: participants.number: must be a whole number"),
        ("number = 24", "number = 0", "line 8: participants.number: must be at least 1"),
        ("number = 24\n", "", "line 7: participants.number: is missing"),
        ("number = 24", "number = 24\nnumbers = 3",
         "line 9: participants.numbers: unknown entry; did you mean number?"),
        ('languages = ["en", "de"]', 'languages = "en"',
         'line 3: languages: must be a list, as in ["a", "b"]'),
        ('languages = ["en", "de"]', "languages = []", "line 3: languages: must not be empty"),
        ('languages = ["en", "de"]', 'languages = ["en", "en"]',
         "line 3: languages: names en twice"),
        ("episodes = 4\n", "", "line 22: games.1.episodes: is missing"),
        ("episodes = 4", 'episodes = 4\npartner = "bot"',
         'line 26: games.1.partner: must be "scripted" or "person"'),
        ("episodes = 4", 'episodes = 4\npartner = { model = "a/b", temprature = 1 }',
         "line 26: games.1.partner.temprature: unknown entry; did you mean temperature?"),
        ("episodes = 4", 'episodes = 4\npartner = { model = "a/b", api_key = "s3cret" }',
         "line 26: games.1.partner.api_key: do not put keys here; set an environment variable and "
         "name it in api_key_env"),
        ('en = "consent/en.md"', 'en = "../consent.md"',
         "line 20: consent.en: must be the name of a file in the study's folder, such as "
         "consent/en.md"),
        ("value = 80.5", "value = inf", "line 30: analysis.primary.value: must be a finite number"),
        ("value = 80.5", "value = 101", "line 30: analysis.primary.value: must be at most 100"),
        ("value = 80.5", "value = { taboo = 101 }",
         "line 30: analysis.primary.value.taboo: must be at most 100"),
    ],
)  # fmt: skip
def test_an_error_names_its_line_and_what_was_expected(old: str, new: str, problem: str) -> None:
    assert problems((old, new)) == [problem]


def test_all_errors_are_found_at_once_and_the_first_is_said() -> None:
    changes = [("number = 24", "number = 0"), ("episodes = 4", 'episodes = "four"')]
    assert len(problems(*changes)) == 2
    text = PROTOCOL.replace(*changes[0]).replace(*changes[1])
    with pytest.raises(InvalidProtocol, match=r"^study.toml: line 8: .* \(and 1 more\)$"):
        parse_protocol(text, FILE)


def test_a_model_is_given_in_full() -> None:
    partner = 'partner = { model = "openai/gpt-4o", temperature = 0.5, extra = { top_p = 0.9 } }'
    text = PROTOCOL.replace("episodes = 4", f"episodes = 4\n{partner}")
    (game,) = parse_protocol(text, FILE).games
    wanted = ModelParameters(model="openai/gpt-4o", temperature=0.5, extra={"top_p": 0.9})
    assert game.partner == wanted


def test_what_is_not_toml_is_said_in_one_line() -> None:
    with pytest.raises(StudyError, match=r"^study.toml: not TOML: ") as raised:
        parse_protocol("title = \n[", FILE)
    assert "\n" not in str(raised.value)


def test_a_line_within_a_value_of_several_lines_is_where_that_begins() -> None:
    text = (
        'a = """\nb = 1\n"""\n\n# b = 2\nb = [\n  1,\n  { c = 2 },\n]\n[[d]]\ne = 1\n[[d]]\ne = 2\n'
    )
    places = [("a",), ("b",), ("b", 1, "c"), ("d", 0, "e"), ("d", 1), ("d", 1, "e"), ("d", 1, "f")]
    assert line_numbers(text, places) == [1, 6, 6, 11, 12, 13, 12]
    assert line_numbers(text, [("nowhere",)]) == [1]


def test_lines_are_found_without_parsing_every_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a protocol of thousands of lines, by halves."""
    text = "\n".join(f"key{at} = [\n  {at},\n]" for at in range(1000))
    parsed: list[str] = []

    def counted(text: str) -> object:
        parsed.append(text)
        return tomli.loads(text)

    monkeypatch.setattr(reading, "parse_toml", counted)
    monkeypatch.setattr(reading, "NotTOML", tomli.TOMLDecodeError)
    assert line_numbers(text, [("key700",), ("key0",), ("key999",)]) == [2101, 1, 2998]
    assert len(parsed) < 100


@given(st.dictionaries(st.sampled_from("abc"), st.text(), min_size=1))
def test_a_text_is_found_whatever_it_contains(values: dict[str, str]) -> None:
    import tomlkit

    lines = [f"{key} = {tomlkit.string(text).as_string()}" for key, text in values.items()]
    text = "\n".join(lines)
    assert tomli.loads(text) == values
    assert line_numbers(text, [(key,) for key in values]) == list(range(1, len(values) + 1))


def test_a_study_is_found_by_its_folder_its_file_or_its_name(tmp_path: Path) -> None:
    folder = study_folder(tmp_path / "studies")
    assert find_study(str(folder), tmp_path) == folder
    assert find_study(str(folder / "study.toml"), tmp_path) == folder
    assert find_study("memory", tmp_path) == folder
    with pytest.raises(UsageError, match=r"unknown study 'memry': name its folder, .*memory"):
        find_study("memry", tmp_path)


def test_a_study_is_named_like_its_folder(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be the name of a study"):
        open_study(study_folder(tmp_path, name="My Study"))


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_a_consent_text_that_lies_outside_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("private", encoding="utf-8")
    folder = study_folder(tmp_path / "studies", consent=None)
    (folder / "consent" / "en.md").symlink_to(tmp_path / "secret")
    with pytest.raises(StudyError, match="outside the study's folder; copy it there"):
        open_study(folder)
    (tmp_path / "linked").symlink_to(study_folder(tmp_path / "others"))
    assert open_study(tmp_path / "linked").consents["en"], "the folder itself may be a link"


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_a_consent_text_that_is_a_link_to_itself_is_refused(tmp_path: Path) -> None:
    folder = study_folder(tmp_path, consent=None)
    (folder / "consent" / "en.md").symlink_to("en.md")
    with pytest.raises(StudyError, match="cannot be read"):
        open_study(folder)


@pytest.mark.parametrize("content", [b"\xff\xfe", b'title = "\xe4"'])
def test_a_file_in_another_encoding_is_refused(tmp_path: Path, content: bytes) -> None:
    folder = study_folder(tmp_path)
    (folder / "study.toml").write_bytes(content)
    with pytest.raises(StudyError, match="not UTF-8"):
        open_study(folder)
