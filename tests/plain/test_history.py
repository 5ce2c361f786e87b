"""Past episodes: found with a filter, and read step by step."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from clemtui.archive.review import NotForReader
from clemtui.config import load_settings
from clemtui.episode.errors import UsageError
from clemtui.language import Interface
from clemtui.plain import PlainOptions, print_history
from clemtui.plain.history import CHOICES
from clemtui.plain.review import who_reads
from clemtui.store.read.reader import Reader
from tests.plain.playing import lines, play, recorded, target
from tests.support.calling import _stream, _written, call

GUESSER = ("taboo", "--seat", "WordGuesser", "--experiment", "high", "--game-id", "0")
Tell = Callable[..., str]


@pytest.fixture
def history(home: Path, monkeypatch: pytest.MonkeyPatch) -> Tell:
    """Return a function that prints ada's history, given typed input."""

    def tell(line: str = "", typed: str = "", person: str | None = "ada") -> str:
        out = _stream()
        monkeypatch.setattr(sys, "stdin", _stream(typed.encode()))
        monkeypatch.setattr(sys, "stdout", out)
        print_history(
            PlainOptions(
                interface=Interface("en"),
                database=home / "data" / "clemtui.db",
                settings=load_settings(),
                person=person,
            ),
            line,
        )
        return _written(out)

    return tell


@pytest.fixture
def played(home: Path) -> None:
    """Let ada guess once and give up once."""
    play(*GUESSER, "--as", "ada", typed=lines("river", target("taboo", "high", 0)))
    play("wordle", "--as", "ada", typed=lines("/giveup", "yes"))


def test_empty_history_says_how_to_start(history: Tell) -> None:
    assert history() == (
        "Nothing has been played yet; type “clemtui play GAME” to start an episode.\n"
    )


def test_newest_comes_first(history: Tell, played: None) -> None:
    said = history()
    assert "2 episodes, newest first:" in said
    second = "2. taboo (English), high 0, ada and scripted player, "
    assert said.index("1. wordle (English), ") < said.index(second)
    assert ": Aborted. Id " in said
    assert "\x1b" not in said


def test_match_is_shown_in_context(history: Tell, played: None) -> None:
    said = history("game:taboo river")
    assert "1 episode:" in said
    assert "wordle" not in said
    assert "   to Player 1: …GUESS: river…\n" in said


def test_filter_without_match(history: Tell, played: None) -> None:
    assert "No episode matches the filter game:wordle river." in history("game:wordle river")


def test_invalid_filter(history: Tell, played: None) -> None:
    with pytest.raises(UsageError, match="unknown filter 'gane:'; did you mean 'game:'"):
        history("gane:taboo")
    with pytest.raises(UsageError, match="unknown game 'tabu'; did you mean 'taboo'"):
        history("game:tabu")


def test_further_pages_are_shown_on_demand(
    history: Tell, played: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clemtui.plain.history.PAGE", 1)
    said = history("", lines("more", "more", "3", "what?"))
    assert said.index("1. wordle") < said.index("“more” for earlier ones") < said.index("2. taboo")
    assert "No more episodes." in said
    assert "No episode 3 in this list." in said
    assert "No episode what? in this list." in said


def test_a_number_of_any_length_is_a_reply_like_others(history: Tell, played: None) -> None:
    """Python refuses to read numbers of more than 4,300 digits."""
    long = "9" * 5_000
    said = history("game:taboo", lines(long, "1", long, "leave", "leave"))
    assert "No episode 999" in said
    assert "is not an option" in said


def test_an_episode_is_read_step_by_step(history: Tell, played: None) -> None:
    said = history("game:taboo", lines("1", "", "", "back", "", "3", "", "leave"))
    first, *steps = said.split("Step ")
    assert "Taboo, high 0: 4 steps." in first
    assert "The target word, which you describe" in first  # it is finished, so everything is shown
    assert [step[: step.index(":")] for step in steps] == [
        f"{step} of 4" for step in (0, 1, 2, 1, 2, 3, 4)
    ]
    assert "GUESS: river" in steps[1]
    assert "Result: Success." in steps[5]
    assert "Result: Success." not in steps[4]


def test_episode_can_be_viewed_as_each_role(history: Tell, played: None) -> None:
    word = target("taboo", "high", 0)
    said = history("game:taboo", lines("1", "as guesser", "", "as nobody", "as observer"))
    guesser = said.partition("Viewing as Guesser.")[2].partition("View as whom?")[0]
    assert "CLUE: " in guesser
    assert word not in guesser.lower().split()
    assert (
        "View as whom? Choose from: Describer, Guesser, Player 1, Player 2, observer, and all."
        in said
    )
    assert "Viewing as a spectator." in said


def test_times_and_board_are_shown_on_demand(history: Tell, played: None) -> None:
    said = history("game:taboo", lines("1", "time", "2", "time", "board", "help", "99", "bord"))
    assert "There is no answer at this step." in said
    assert ", after " in said.partition("Answered ")[2].partition("\n")[0]
    assert "Forbidden: " in said.partition("Answered ")[2]
    assert "as: view as someone else" in said
    assert "This is the end." in said
    assert "“bord” is not an option; did you mean board?" in said


def test_an_unfinished_episode_shows_only_what_its_person_saw(home: Path, history: Tell) -> None:
    play(*GUESSER, "--as", "ada", typed=lines("river"))
    said = history("", lines("1", "", "as all"))
    assert target("taboo", "high", 0) not in said.lower().split()
    assert "The target word, which you describe" not in said
    assert "View as whom? Choose from: Guesser and Player 2." in said


def test_an_unfinished_episode_of_two_people_shows_each_only_their_own_seat(
    home: Path, history: Tell
) -> None:
    play(*GUESSER, "--as", "ada", "--partner", "human:ben", typed=lines("", "the clue of ben"))
    word = target("taboo", "high", 0)
    said = history("", lines("1", "on", "as describer", "as all"))
    assert "the clue of ben" in said
    assert word not in said.lower().split()
    assert "View as whom? Choose from: Guesser and Player 2." in said
    assert "No episode matches" in history(word)


def test_a_void_episode_is_void_in_every_list(home: Path, history: Tell) -> None:
    play("wordle", "--as", "bob", typed=lines("/giveup", "yes"))
    play("taboo", "--as", "bob", typed=lines("clue"))
    id = next(each.summary.id for each in recorded(home) if each.summary.game == "taboo")
    why = ("--reason", "server down", "--by", "Ann")
    call("episodes", "close", id, "--outcome", "void", *why, "--yes")
    said = history("game:taboo", lines("1", "leave"))
    assert ": void; closed by a decision. Id " in said
    assert "State: void" in said
    assert "Does not count: void. Closed: Ann, " in said
    assert "closed by a decision" in call("episodes", "list", "--game", "taboo").out
    shown = call("episodes", "show", id).out
    assert "State: void" in shown
    assert "Does not count: void. Closed: Ann, " in shown


def test_reading_is_recorded(home: Path, history: Tell) -> None:
    play("wordle", "--as", "bob", typed=lines("/giveup", "yes"))
    history("", lines("1"))
    with Reader(home / "data" / "clemtui.db") as reader:
        ada = next(person for person in reader.people() if person.pseudonym == "ada")
        (met,) = reader.exposures(ada.id)
    assert met.kind == "reviewed"
    assert met.episode == recorded(home)[0].summary.id


@pytest.mark.parametrize("configured", [False, True])
def test_reading_leaves_no_trace_of_a_person_who_is_not_named(
    home: Path, history: Tell, configured: bool
) -> None:
    play("wordle", "--as", "bob", typed=lines("/giveup", "yes"))
    call("people", "add", "ada")
    if configured:
        call("people", "use", "ada")
    history("", lines("1"), None)
    with Reader(home / "data" / "clemtui.db") as reader:
        met = [each.kind for person in reader.people() for each in reader.exposures(person.id)]
    assert "reviewed" not in met


def test_control_characters_are_escaped(home: Path, history: Tell) -> None:
    nasty = "CLUE: \x1b[2Jriver \u202e[bold]"
    play("taboo", "--interface", "verbatim", "--as", "ada", typed=lines(nasty, "/done"))
    said = history("bold", lines("1", ""))
    assert "␛[2Jriver" in said
    assert "\x1b" not in said
    assert "\u202e" not in said


def test_repetition_is_marked_across_languages(history: Tell, home: Path) -> None:
    play(*GUESSER, "--as", "ada", typed=lines("river", target("taboo", "high", 0)))
    play(*GUESSER, "--lang", "de", "--as", "ada", typed=lines("Haus", "Baum", "Hund"))
    second, first = history().splitlines()[1:3]
    assert "; repetition. Id " in second
    assert "Does not count: repetition." in history(typed=lines("1", "leave"))
    assert "repetition" not in first
    assert "1 episode:" in history("repeats:no")


def test_a_repetition_is_announced_before_the_first_prompt(home: Path) -> None:
    said = "Repetition: a player has seen this task before"
    first = play(*GUESSER, "--as", "ada", typed=lines("river", target("taboo", "high", 0)))
    again = play(*GUESSER, "--as", "ada", typed=lines("river"))
    assert said not in first.out
    assert 0 < again.out.index(said) < again.out.index("Game master")


async def test_whoever_reads_an_unfinished_episode_of_several_people_is_asked() -> None:
    replies = iter(["3", "2"])
    told: list[str] = []

    class Asked:
        ui = Interface("en")

        def say(self, *lines: str) -> None:
            told.extend(map(str, lines))

        async def read(self, prompt: str) -> str:
            return next(replies)

    reader = await who_reads(Asked(), NotForReader(("ada", "ben")))  # type: ignore[arg-type]
    assert reader == "ben"
    assert told[0].endswith("only the people in it may see it: ada, ben.")
    assert told[-1] == "“3” is not the number of a name."


def test_prompts_can_be_shown_in_english(history: Tell, home: Path) -> None:
    play(*GUESSER, "--lang", "de", "--as", "ada", typed=lines("Haus", "Baum", "Hund"))
    said = history(typed=lines("1", "english", "first", "on", "english", "first", "pack", "leave"))
    told = said.partition("words of the task and of the players are unchanged.")[2]
    with_english, without, pack = told.partition("English wording hidden.")
    assert without
    assert "English: You and a partner are one team in a word game." in with_english
    card = pack.partition("Language: German")[2]
    assert "English: " not in pack.removesuffix(card)
    assert "Review: not yet reviewed by a native speaker" in card


def test_english_prompts_have_no_translation(history: Tell, played: None) -> None:
    said = history(typed=lines("2", "english", "leave"))
    assert "This episode already has the English prompts." in said


def test_help_lists_the_words_of_the_list_and_leave_ends_it(history: Tell, played: None) -> None:
    said = history("", lines("help", "leave", "1"))
    for word, meaning in CHOICES.items():
        assert f"{word}: {meaning}" in said
    assert "No episode leave" not in said
    assert "Step " not in said, "nothing is read after leaving"
