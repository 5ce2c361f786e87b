"""``clemtui study new`` and ``check``: a protocol from ten answers, which is sound."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from clemtui.cli.study.new import _QUESTIONS, _fitted
from clemtui.players.llm.parameters import ModelParameters
from clemtui.study.protocol.folder import open_study
from tests.support.calling import CallResult, call
from tests.support.paths import ROOT

ANSWERS = {
    "title": "Memory",
    "question": 'What is a "good" score?',
    "games": "taboo, wordle:WordGuesser",
    "languages": "en",
    "interface-languages": "en,de",
    "interface": "assisted",
    "partner": "scripted",
    "participants": "24",
    "compare": "value=80.5",
    "contact": "the lab",
}


def new(name: str = "memory", *more: str, **changed: str | None) -> CallResult:
    """Call the command with all answers as options, except those that are None."""
    answers = {**ANSWERS, **{key.replace("_", "-"): value for key, value in changed.items()}}
    options = [f"--{key}={value}" for key, value in answers.items() if value is not None]
    return call("study", "new", name, *options, *more)


def test_a_new_study_has_no_errors_and_says_what_is_missing(home: Path) -> None:
    called = new()
    file = home / "data" / "studies" / "memory" / "study.toml"
    assert called.code == 0, called.err
    assert called.out == f"{file}\nNext: clemtui study check memory\n"
    checked = call("study", "check", "memory")
    assert checked.code == 0, checked.out
    assert "taboo: 20 tasks; as WordDescriber, WordGuesser; in en; " in checked.out
    assert "responsible: ethics is missing; the report will say so" in checked.out
    assert checked.out.splitlines()[-1].startswith("no errors, ")


def test_what_was_answered_is_in_the_protocol(home: Path) -> None:
    assert new(compare="languages=en", languages="en,de").code == 0
    study = open_study(home / "data" / "studies" / "memory")
    protocol = study.protocol
    assert protocol.question == ANSWERS["question"]
    assert [(g.game, g.seats) for g in protocol.games] == [
        ("taboo", ("WordDescriber", "WordGuesser")),
        ("wordle", ("WordGuesser",)),
    ]
    assert protocol.analysis.primary.baseline == "en"
    assert set(study.consents) == {"en", "de"}
    assert protocol.seed > 0


def test_a_new_protocol_names_the_page_that_lists_its_entries(home: Path) -> None:
    new()
    text = (home / "data" / "studies" / "memory" / "study.toml").read_text("utf-8")
    (page,) = re.findall(r"docs/\w+\.md", text)
    assert "| `breaks` |" in (ROOT / page).read_text("utf-8")


def test_questions_and_refused_answers_are_broken_between_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    for text in (*_QUESTIONS.values(), "unknown comparison 'gpt'; available: model=..., value=..."):
        found = list(_fitted(text))
        assert max(map(len, found)) <= 37
        assert " ".join(found) == text, "no word is broken"


def test_the_blanks_of_a_consent_text_are_named_with_their_lines(home: Path) -> None:
    new(interface_languages="en")
    text = (home / "data" / "studies" / "memory" / "consent" / "en.md").read_text("utf-8")
    out = call("study", "check", "memory").out
    for number, line in enumerate(text.splitlines(), 1):
        for blank in re.findall(r"\[[^]]+\]", line):
            assert f"line {number} of consent/en.md has a blank to fill in: {blank}" in out
    assert out.count("has a blank to fill in") == text.count("[") > 1


def test_one_of_something_is_not_several(home: Path) -> None:
    new(games="wordle", compare="value=50")
    file = home / "data" / "studies" / "memory" / "study.toml"
    one = (
        file.read_text()
        .replace("number = 20", "number = 1")
        .replace("episodes = 6", "episodes = 1")
    )
    file.write_text(one)
    assert "wordle: 1 task; as " in call("study", "check", "memory").out


def test_games_may_be_what_is_compared(home: Path) -> None:
    assert new(compare="games=wordle").code == 0
    primary = open_study(home / "data" / "studies" / "memory").protocol.analysis.primary
    assert (primary.between, primary.baseline) == ("games", "wordle")
    assert call("study", "check", "memory").code == 0


def test_a_model_of_the_settings_is_written_in_full(home: Path) -> None:
    (home / "config").mkdir(parents=True)
    (home / "config" / "clemtui.toml").write_text(
        '[models.ours]\nmodel = "openai/x"\napi_base = "http://localhost:8000/v1"\n'
        "extra = { top_p = 0.5 }\n"
    )
    assert new(partner="ours", compare="model=ours").code == 0
    protocol = open_study(home / "data" / "studies" / "memory").protocol
    partner = protocol.games[0].partner
    assert isinstance(partner, ModelParameters)
    assert (partner.model, partner.api_base) == ("openai/x", "http://localhost:8000/v1")
    assert partner.extra == {"top_p": 0.5}
    assert protocol.analysis.primary.model == "openai/x"


def test_nothing_is_overwritten(home: Path) -> None:
    assert new().code == 0
    file = home / "data" / "studies" / "memory" / "study.toml"
    before = file.read_text()
    assert new().error == f"{file}: already exists; choose another name or folder"
    assert file.read_text() == before
    file.unlink()
    consent = file.parent / "consent" / "en.md"
    consent.write_text("my own")
    assert new().error == f"{consent}: already exists; choose another name or folder"
    assert consent.read_text() == "my own"


def test_a_study_may_be_in_any_folder(home: Path, tmp_path: Path) -> None:
    called = new("memory", f"--folder={tmp_path / 'my studies'}")
    command = called.out.splitlines()[-1].removeprefix("Next: clemtui ")
    assert command == f"study check '{tmp_path}/my studies/memory'"
    assert call("study", "check", str(tmp_path / "my studies" / "memory")).code == 0


@pytest.mark.parametrize(
    ("option", "answer", "error"),
    [
        ("games", "tabu", "unknown game 'tabu'; did you mean 'taboo'?"),
        ("games", "taboo:Ghost", "unknown role 'Ghost'; available: Player 1 (WordDescriber), "),
        ("languages", "xx", "unknown prompt language 'xx'"),
        ("interface_languages", "english", "unknown interface language 'english'"),
        ("partner", "gpt", "unknown model 'gpt'"),
        ("compare", "gpt", "unknown comparison 'gpt'; available: model=..., value=..., "),
        ("compare", "value=200", "'200' is not a score between 0 and 100"),
        ("title", " ", "title: must not be empty"),
    ],
)
def test_a_wrong_answer_is_refused(home: Path, option: str, answer: str, error: str) -> None:
    called = new("memory", **{option: answer})
    assert called.code == 2
    assert called.error.startswith(error)
    assert not (home / "data" / "studies").exists()


@pytest.mark.parametrize("name", ["My Study", "../memory", "", "-x", "memory/", "ü"])
def test_a_study_has_a_name_for_commands(home: Path, name: str) -> None:
    called = new(name) if not name.startswith("-") else new("--", name)
    assert called.code in (1, 2)
    assert not list(home.rglob("study.toml"))


def test_without_a_terminal_a_missing_answer_is_named(home: Path) -> None:
    called = new(contact=None)
    assert (called.code, called.error) == (2, "--contact is missing, and no one can be asked")


def test_the_findings_are_also_json(home: Path) -> None:
    new()
    document = json.loads(call("study", "check", "memory", "--json").out)
    assert document["study"] == "memory"
    assert [game["tasks"] for game in document["games"]] == [20, 20]
    assert {each["severity"] for each in document["findings"]} == {"warning"}


def test_an_error_fails_the_check(home: Path) -> None:
    new()
    file = home / "data" / "studies" / "memory" / "study.toml"
    file.write_text(re.sub("episodes = 6", "episodes = 60", file.read_text(), count=1))
    checked = call("study", "check", "memory")
    assert checked.code == 1
    assert "error: line " in checked.out
    assert checked.out.splitlines()[-1].startswith("1 error, ")


def test_an_unknown_study_is_refused_with_those_that_are_known(home: Path) -> None:
    new()
    assert "or one of these: " in call("study", "check", "memry").error


def test_a_consent_text_with_blanks_is_not_frozen(home: Path) -> None:
    """Participants would read them; where no one will take part, it does not matter."""
    assert new().code == 0
    refused = call("study", "freeze", "memory")
    assert refused.code == 2
    assert "consent/en.md has blanks, which participants would read" in refused.err
    assert call("study", "status", "memory").code != 0, "nothing is frozen"
    assert call("study", "freeze", "memory", "--blanks").code == 0
