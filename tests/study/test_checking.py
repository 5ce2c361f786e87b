"""Tests of the check of a protocol against the games, and of the tasks that it draws."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from clemtui.catalogue import open_catalogue
from clemtui.study.checking import Checked, asked_about, check_study
from tests.study.protocols import CONSENT, PROTOCOL, study

CATALOGUE = open_catalogue()

MODEL = 'partner = { model = "openai/gpt-4o" }'
QUESTION = '{ id = "a", text = { en = "?" }, options = [{ en = "x" }, { en = "y" }], answer = 1 }'
LOCAL = 'partner = { model = "openai/small", api_base = "http://localhost:8000/v1" }'


def checked(tmp_path: Path, *changes: tuple[str, str], consent: str | None = CONSENT) -> Checked:
    return check_study(CATALOGUE, study(tmp_path, *changes, consent=consent), None)


def said(found: Checked) -> list[str]:
    return [str(each) for each in found.findings]


def with_partner(partner: str) -> tuple[str, str]:
    return "episodes = 4", f"episodes = 4\n{partner}"


def test_a_sound_protocol_has_no_findings(tmp_path: Path) -> None:
    assert said(checked(tmp_path)) == []


@pytest.mark.parametrize(
    ("old", "new", "finding"),
    [
        ('game = "taboo"', 'game = "tabu"', "error: line 23: games.1.game: unknown game 'tabu'"),
        ('["WordGuesser"]', '["Ghost"]', "error: line 24: games.1.seats.1: unknown"),
        ('["WordGuesser"]', "[]", "error: line 24: games.1.seats: must not be empty"),
        ('["WordGuesser"]', '["WordGuesser", "Player 2"]', "error: line 24: games.1.seats.2: is"),
        ('["en", "de"]', '["xx"]', "error: line 23: games.1.game: no language of the study can be"),
        ('["en", "de"]', '["en", "te"]', "warning: line 23: games.1.game: cannot be played in"),
        ("number = 12", "number = 120", "error: line 26: games.1.instances.number: is too large"),
        (", number = 12", "", "error: line 26: games.1.instances: number is missing"),
        ('choose = "stratified", number = 12', 'experiments = ["high", "hihg"]',
         "error: line 26: games.1.instances.experiments.2: unknown experiment; available: high"),
        ("episodes = 4", "episodes = 14", "error: line 25: games.1.episodes: is too large"),
        ("episodes = 4", "episodes = 1", "warning: line 25: games.1.episodes: a participant"),
        ("number = 24", "number = 8", "warning: line 8: participants.number: fewer than 16"),
        ("number = 12", "number = 8", "warning: line 26: games.1.instances: fewer than 10 tasks"),
        ("episodes = 4", "episodes = 4\nminutes = 0.1",
         "warning: line 26: games.1.minutes: is less than most people need"),
        ("number = 24", "number = 24\ncollectors = 30", "error: line 9: participants.collectors"),
        ('population = "adults"\n', "", "warning: line 7: participants: population is missing"),
        ('ethics = "board 7, number 12"\n', "", "warning: line 14: responsible: ethics is missing"),
        ('interface_languages = ["en"]', 'interface_languages = ["en", "de"]',
         "error: line 19: consent: de is missing"),
        ('interface_languages = ["en"]', 'interface_languages = ["xx"]',
         "error: line 4: interface_languages: the program does not speak 'xx'"),
        ('"consent/en.md"', '"consent/english.md"', "error: line 20: consent.en: file not found"),
        ("value = 80.5", 'value = 80.5\nbaseline = "en"',
         "error: line 31: analysis.primary.baseline: is not for between"),
        ("value = 80.5", "", "error: line 28: analysis.primary: value is missing"),
        ("value = 80.5", "value = { wordle = 80.5 }",
         "error: line 30: analysis.primary.value.wordle: unknown; available: taboo"),
        ("value = 80.5", "value = { wordle = 80.5 }",
         "error: line 30: analysis.primary.value: has no score for taboo"),
        ('interface_languages = ["en"]',
         'interface_languages = ["en"]\npublic_title = { de = "Spiele" }',
         "error: line 5: public_title: en is missing"),
        ('between = "people and value"\nvalue = 80.5', 'between = "games"\nbaseline = "taboo"',
         "error: line 29: analysis.primary.between: the study has fewer than two games"),
        ('between = "people and value"\nvalue = 80.5', 'between = "languages"\nbaseline = "fr"',
         "error: line 30: analysis.primary.baseline: unknown; available: de, en"),
    ],
)  # fmt: skip
def test_what_does_not_fit_the_games_is_found_on_its_line(
    tmp_path: Path, old: str, new: str, finding: str
) -> None:
    found = said(checked(tmp_path, (old, new)))
    assert any(each.startswith(finding) for each in found), found


@pytest.mark.parametrize(
    ("table", "finding"),
    [
        ('[condition]\naids = ["glasses"]', "error: {}: condition.aids.1: no game of the"),
        ('[condition]\nfeedback = "score"', "warning: {}: condition.feedback: participants learn"),
        ('[checks]\nexclude = ["attention"]', "error: {}: checks.exclude.1: nothing in the study"),
        ('[[checks.attention]]\nid = "a"\ntext = { en = "?" }', "error: "),
        ('[[questionnaire.questions]]\nid = "a"\ntext = { de = "?" }',
         "error: line 33: questionnaire.questions.1.text: en is missing"),
    ],
)  # fmt: skip
def test_tables_that_may_be_absent_are_checked_too(
    tmp_path: Path, table: str, finding: str
) -> None:
    found = said(checked(tmp_path, ("value = 80.5\n", f"value = 80.5\n{table}\n")))
    assert any(each.startswith(finding.format("line 32")) for each in found), found


def test_two_questions_have_two_ids(tmp_path: Path) -> None:
    question = '[[questionnaire.questions]]\nid = "a"\ntext = { en = "?" }\n'
    found = said(checked(tmp_path, ("value = 80.5\n", f"value = 80.5\n{question}{question}")))
    assert found == ["error: line 35: questionnaire.questions.2.id: another question has this id"]


@pytest.mark.parametrize("id", ["age", "ai_use", "familiarity"])
def test_the_ids_of_the_program_s_questions_are_taken(tmp_path: Path, id: str) -> None:
    question = f'[[questionnaire.questions]]\nid = "{id}"\ntext = {{ en = "?" }}\n'
    (found,) = said(checked(tmp_path, ("value = 80.5\n", f"value = 80.5\n{question}")))
    assert found.startswith("error: line 32: questionnaire.questions.1.id: a question of the")


def test_two_questions_about_a_game_have_two_ids(tmp_path: Path) -> None:
    own = f"episodes = 4\ncomprehension = [{QUESTION}, {QUESTION}]"
    (found,) = said(checked(tmp_path, ("episodes = 4", own)))
    assert found.endswith("games.1.comprehension.2.id: another question has this id")


@pytest.mark.parametrize(("episodes", "enough"), [(15, True), (16, False)])
def test_games_with_the_same_words_need_enough_for_both(
    tmp_path: Path, episodes: int, enough: bool
) -> None:
    """Both have the same 30 words, of which a participant meets each once."""
    games = "\n\n".join(
        f'[[games]]\ngame = "{game}"\nseats = ["WordGuesser"]\nepisodes = {episodes}'
        for game in ("wordle", "wordle_withclue")
    )
    taboo = PROTOCOL[PROTOCOL.index("[[games]]") : PROTOCOL.index("[analysis.primary]")]
    found = checked(tmp_path, ('["en", "de"]', '["en"]'), (taboo, f"{games}\n\n"))
    assert [len({task.key for task in game.tasks}) for game in found.games] == [30, 30]
    assert len(found.errors) == (0 if enough else 2)
    assert all("there are too few tasks" in str(each) for each in found.errors)


def test_a_language_that_no_game_has_is_an_error(tmp_path: Path) -> None:
    found = said(checked(tmp_path, ('["en", "de"]', '["en", "te"]')))
    assert any("languages.2: no game of the study can be played in 'te'" in each for each in found)


def test_games_ask_their_own_questions_unless_the_protocol_has_others(tmp_path: Path) -> None:
    found = checked(tmp_path)
    (wanted,) = found.study.protocol.games
    assert asked_about(wanted, found.games[0]).keys() == {"loses", "related", "points"}
    none = checked(tmp_path / "none", ("episodes = 4", "episodes = 4\ncomprehension = []"))
    assert said(none)[-1] == "warning: line 22: games.1: has no comprehension questions"
    own = f"comprehension = [{QUESTION}]"
    (wanted,) = study(tmp_path / "own", ("episodes = 4", f"episodes = 4\n{own}")).protocol.games
    assert asked_about(wanted, found.games[0]) == {"a": 1}


# Where words go


def test_before_words_go_to_a_remote_model_the_consent_says_so(tmp_path: Path) -> None:
    silent = CONSENT.replace("${model_notice}", "")
    found = said(checked(tmp_path, with_partner(MODEL), consent=silent))
    assert found == [
        "error: line 20: consent.en: does not say that words are sent to openai/gpt-4o: write "
        "${model_notice} where that sentence belongs"
    ]
    assert said(checked(tmp_path / "said", with_partner(MODEL))) == []


def test_words_that_stay_on_this_computer_need_no_such_sentence(tmp_path: Path) -> None:
    silent = CONSENT.replace("${model_notice}", "")
    assert said(checked(tmp_path, with_partner(LOCAL), consent=silent)) == []
    assert said(checked(tmp_path / "scripted", consent=silent)) == []


@pytest.mark.parametrize(
    ("consent", "what"),
    [
        (" \n", "the file is empty"),
        ("Hello ${name} ${contact}", "unknown placeholder ${name}"),
        ("Hello", "does not say whom to ask"),
        (None, "file not found"),
    ],
)
def test_a_consent_text_says_whom_to_ask(tmp_path: Path, consent: str | None, what: str) -> None:
    found = said(checked(tmp_path, consent=consent))
    assert any(what in each for each in found), found


def test_blanks_of_the_template_are_not_forgotten(tmp_path: Path) -> None:
    text = f"{CONSENT}About [30 minutes], [payment].\nSee [the page](https://example.org), [name]."
    at = CONSENT.count("\n") + 1
    assert said(checked(tmp_path, consent=text)) == [
        f"warning: line 20: consent.en: line {line} of consent/en.md has a blank to fill in: "
        f"{blank}"
        for line, blank in ((at, "[30 minutes]"), (at, "[payment]"), (at + 1, "[name]"))
    ]


# A second person


def test_a_second_person_at_the_keyboard_is_refused_where_a_seat_has_a_secret(
    tmp_path: Path,
) -> None:
    (finding,) = checked(tmp_path, with_partner('partner = "person"')).errors
    assert "would see what Player 1 must not show" in str(finding)


@pytest.mark.parametrize(
    ("game", "seat", "hides"),
    [
        ("referencegame", "Player 2", True),
        ("imagegame", "Player 2", True),
        ("wordle_withcritic", "WordCritic", False),
    ],
)
def test_what_one_seat_is_shown_and_another_may_not_know_is_a_secret(
    tmp_path: Path, game: str, seat: str, hides: bool
) -> None:
    changes = ('"taboo"', f'"{game}"'), ('["WordGuesser"]', f'["{seat}"]')
    only = ('choose = "stratified", number = 12', 'choose = "sample", number = 6')
    english = ('languages = ["en", "de"]', 'languages = ["en"]')
    found = checked(tmp_path, with_partner('partner = "person"'), *changes, only, english)
    assert ["must not show" in str(each) for each in found.errors] == [True] * hides
    warned = ["get their consent yourself" in each for each in said(found)]
    assert any(warned) is not hides


def test_and_where_there_is_no_seat_for_one(tmp_path: Path) -> None:
    changes = ('"taboo"', '"wordle"'), ("number = 12", "number = 10")
    (finding,) = checked(tmp_path, with_partner('partner = "person"'), *changes).errors
    assert "has no seat for a second person" in str(finding)


# Tasks


def test_every_task_is_set_in_every_language_of_the_study(tmp_path: Path) -> None:
    (game,) = checked(tmp_path).games
    assert len(game.tasks) == 12
    assert game.paired
    assert all(set(task.instances) == {"en", "de"} for task in game.tasks)
    assert Counter(task.experiment for task in game.tasks) == {"high": 4, "medium": 4, "low": 4}


def test_practice_has_nothing_in_common_with_the_study(tmp_path: Path) -> None:
    (game,) = checked(tmp_path).games
    assert not {task.key for task in game.practice} & {task.key for task in game.tasks}
    for language in game.languages:
        assert sum(language in task.instances for task in game.practice) > 1


def test_if_all_instances_are_in_the_study_practice_is_generated(tmp_path: Path) -> None:
    everything = ('{ choose = "stratified", number = 12 }', "{}")
    (game,) = checked(tmp_path, everything).games
    assert len(game.tasks) == 60
    origins = {each.origin for task in game.practice for each in task.instances.values()}
    assert origins == {"generated"}
    assert not {task.key for task in game.practice} & {task.key for task in game.tasks}


def test_the_same_seed_draws_the_same_tasks(tmp_path: Path) -> None:
    def drawn(place: str, *changes: tuple[str, str]) -> list[str]:
        (game,) = checked(tmp_path / place, *changes).games
        return [task.name for task in game.tasks]

    assert drawn("one") == drawn("two")
    assert drawn("one again") == drawn("one more", ("episodes = 4", "episodes = 6"))
    assert drawn("three") != drawn("four", ("seed = 7", "seed = 8"))


def test_games_are_compared_with_one_of_them(tmp_path: Path) -> None:
    second = '[[games]]\ngame = "wordle"\nseats = ["WordGuesser"]\nepisodes = 4\n\n'
    old = '[analysis.primary]\nbetween = "people and value"\nvalue = 80.5'

    def errors(baseline: str, more: str = second) -> list[str]:
        games = f'{more}[analysis.primary]\nbetween = "games"\nbaseline = "{baseline}"'
        folder = tmp_path / f"{baseline}{len(more)}"
        return [each.problem.what for each in checked(folder, (old, games)).errors]

    assert errors("taboo") == []
    assert errors("chess") == ["unknown; available: taboo, wordle"]
    assert errors("taboo", "") == ["the study has fewer than two games"]


def test_languages_whose_tasks_differ_are_compared_unpaired(tmp_path: Path) -> None:
    found = checked(tmp_path, ('"taboo"', '"wordle"'))
    (game,) = found.games
    assert not game.paired
    assert Counter(tag for task in game.tasks for tag in task.instances) == {"en": 12, "de": 12}
    assert any("can only be compared unpaired" in each for each in said(found))


def test_games_that_share_words_practise_with_none_of_each_other(tmp_path: Path) -> None:
    clue = '[[games]]\ngame = "wordle_withclue"\nseats = ["WordGuesser"]\nepisodes = 4\n'
    changes = ('"taboo"', '"wordle"'), ("[analysis.primary]", f"{clue}[analysis.primary]")
    first, second = checked(tmp_path, *changes, ('["en", "de"]', '["en"]')).games
    practice = {task.key for game in (first, second) for task in game.practice}
    assert not practice & {task.key for game in (first, second) for task in game.tasks}
    assert not {t.key for t in first.practice} & {t.key for t in second.practice}
