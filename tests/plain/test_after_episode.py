"""After an episode: its result, how others did, and what to play next."""

from __future__ import annotations

from pathlib import Path

import pytest

from clemtui.catalogue import open_catalogue
from clemtui.episode import service
from clemtui.episode.offers.last_choices import playable_experiments
from clemtui.episode.planning.daily import day_number, local_today
from clemtui.store.read.reader import Reader
from tests.plain.playing import lines, play, recorded, target
from tests.support.scripts import reject_language

LOST = ("wrong", "wrong", "wrong")
GUESSER = ("taboo", "--seat", "WordGuesser", "--experiment", "high", "--game-id", "0")


def test_scores_are_shown_with_their_meaning(home: Path) -> None:
    called = play(*GUESSER, typed=lines(*LOST))
    assert "Result: Lost. The task was not solved." in called.out
    assert "Request Count, rounds started (a clue and a guess each): 3" in called.out


def test_others_results_are_shown_with_counts(home: Path) -> None:
    play("taboo", "--seat", "observer", "--experiment", "high", "--game-id", "0")
    word = target("taboo", "high", 0)
    play(*GUESSER, "--as", "ada", typed=lines(word))
    play(*GUESSER, "--as", "cy", "--practice", typed=lines(*LOST))
    said = play(*GUESSER, "--as", "bob", typed=lines(*LOST)).out
    instance, game = said.partition("This instance, prompts in English:")[2].split(
        "This game overall, prompts in English:"
    )
    both = "- scripted player + people (2) (assisted): 2 episodes, 100% played to the end"
    scripted = "- scripted player + scripted player: 1 episode"
    for part in (instance, game):
        assert f"{both}, mean main score 50\n" in part
        assert scripted in part
        assert "1 of these episodes is yours." in part
    assert "Excluded: practice: 1." in game


@pytest.mark.parametrize("word", ["again", "2", "AGAIN"])
def test_same_instance_again(word: str, home: Path) -> None:
    play(*GUESSER, typed=lines(*LOST, word, "/leave"))
    second, first = recorded(home)
    assert second.instance.hash == first.instance.hash
    assert [seat.kind for seat in second.summary.seats] == ["scripted", "human"]


def test_same_instance_in_the_other_role(home: Path) -> None:
    called = play(*GUESSER, typed=lines(*LOST, "seat", "/leave"))
    assert "You are Describer." in called.out
    second, first = recorded(home)
    assert second.instance.hash == first.instance.hash
    assert [seat.kind for seat in second.summary.seats] == ["human", "scripted"]


def test_same_instance_with_another_partner(home: Path) -> None:
    play(*GUESSER, "--as", "ada", typed=lines(*LOST, "partner", "2", "bob", "/leave"))
    second, first = recorded(home)
    assert second.instance.hash == first.instance.hash
    assert second.summary.people == ("bob", "ada")


def test_whoever_watched_others_watches_what_they_play_next(home: Path) -> None:
    watching = ("taboo", "--seat", "observer", "--partner", "scripted,human:ben", "--as", "ann")
    where = ("--experiment", "high", "--game-id", "0")
    play(*watching, *where, typed=lines(*LOST, "again", *LOST, "next", "/leave"))
    with Reader(home / "data" / "clemtui.db") as reader:
        ids = {each.pseudonym: each.id for each in reader.people()}
        kinds = {name: [each.kind for each in reader.exposures(id)] for name, id in ids.items()}
    assert kinds["ann"] == ["watched"] * 3
    assert {each.summary.people for each in recorded(home)} == {("ben",)}


def test_the_next_instance_with_the_same_players(home: Path) -> None:
    play(*GUESSER, "--tag", "wave=2", typed=lines(*LOST, "next", *LOST, "next", "/leave"))
    third, second, first = recorded(home)
    assert [e.summary.game_id for e in (first, second, third)] == [0, 1, 2]
    assert {e.summary.tags["wave"] for e in (first, second, third)} == {("2",)}


@pytest.mark.parametrize("word", ["next", "again", "seat", "partner", "language"])
def test_tags_hold_for_what_follows_an_episode(word: str, home: Path) -> None:
    replies = {"partner": ["1"], "language": ["de"]}.get(word, [])
    play(*GUESSER, "--tag", "wave=2", typed="")
    play("--resume", typed=lines(*LOST, word, *replies, "/leave"))
    second, first = recorded(home)
    assert first.summary.tags["wave"] == second.summary.tags["wave"] == ("2",)


def test_the_next_instance_has_the_language_and_role_of_the_latest_episode(home: Path) -> None:
    chosen = ("language", "de", *LOST, "seat", "/giveup", "yes", "next", "/leave")
    play(*GUESSER, typed=lines(*LOST, *chosen))
    fourth, third, second, first = recorded(home)
    assert [e.summary.language for e in (first, second, third, fourth)] == ["en", "de", "de", "de"]
    assert [e.summary.seats[0].kind for e in (second, third, fourth)] == [
        "scripted",
        "human",
        "human",
    ]
    assert fourth.summary.game_id == third.summary.game_id + 1


def test_resumed_episode_has_a_next_instance(home: Path) -> None:
    play(*GUESSER, typed="")
    play("--resume", typed=lines(*LOST, "next", "/leave"))
    second, first = recorded(home)
    assert (first.summary.game_id, second.summary.game_id) == (0, 1)
    assert second.summary.experiment == "high"


def test_generated_instance_is_followed_by_the_next_seed(home: Path) -> None:
    play("wordle", "--seed", "7", typed=lines("/giveup", "yes", "next", "/leave"))
    play("wordle", "--seed", "8", "--new", typed="")
    given, next_one, _ = recorded(home)
    assert given.instance.hash == next_one.instance.hash


def test_after_the_last_instance_come_those_before_it(home: Path) -> None:
    last = ("wordle", "--experiment", "medium", "--game-id", "20")
    play(*last, typed=lines("/giveup", "yes", "next", "/leave"))
    second, _ = recorded(home)
    assert (second.summary.experiment, second.summary.game_id) == ("high", 1)


@pytest.fixture
def knows_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let whoever plays have met every task, and no generator find a new one."""

    class Every(dict[str, object]):
        def __contains__(self, key: object) -> bool:
            return True

    async def seen(*_: object) -> object:
        return Every()

    for place in ("clemtui.plain.instances", "clemtui.episode.offers.next_instance"):
        monkeypatch.setattr(f"{place}.seen_tasks", seen)


KNOWN = "You have met every task here. The next one is a repetition"


@pytest.mark.parametrize(("reply", "episodes"), [("no", 1), ("yes", 2)])
@pytest.mark.usefixtures("knows_everything")
def test_a_known_task_is_played_only_by_those_who_want_it(
    reply: str, episodes: int, home: Path
) -> None:
    typed = lines("/giveup", "yes", "next", reply, *(["/leave"] if reply == "yes" else []))
    called = play("wordle", "--experiment", "high", "--game-id", "1", typed=typed)
    assert KNOWN in called.out
    assert called.out.index(KNOWN) < called.out.index("Play it? yes or no:")
    assert len(recorded(home)) == episodes


@pytest.mark.usefixtures("knows_everything")
def test_a_game_without_a_new_task_says_so_before_it_starts(home: Path) -> None:
    play("wordle", typed="")
    called = play("wordle", "--new", typed=lines("no"))
    assert KNOWN in called.out
    assert called.code == 0
    assert len(recorded(home)) == 0


def test_when_all_tasks_are_known_a_new_one_is_generated_and_that_is_said(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    catalogue = open_catalogue()
    known = {
        key: frozenset({"played"})
        for group in playable_experiments(catalogue, "wordle")
        for key in group.exposure_keys.values()
    }

    async def seen(*_: object) -> object:
        return known

    monkeypatch.setattr("clemtui.plain.instances.seen_tasks", seen)
    called = play("wordle", typed=lines("/giveup", "yes", "next", "/leave"))
    assert "You have met every task that comes with the game: this is a new one." in called.out
    second, _ = recorded(home)
    assert second.instance.origin == "generated"


def test_single_seat_game_offers_no_role_or_partner(home: Path) -> None:
    called = play("wordle", typed=lines("/giveup", "yes", "seat"))
    choices = called.out.partition("What next?")[2]
    assert "the same instance again, in another role" not in choices
    assert "“seat” is not an option" in choices


def test_menu_is_not_repeated_after_a_typo(home: Path) -> None:
    called = play("wordle", typed=lines("/giveup", "yes", "nxt on", "/review", "leave", "leave"))
    assert "“nxt” is not an option; did you mean next?" in called.out
    assert "Wordle, high 1: " in called.out  # a leading slash is no mistake
    assert called.out.count("What next?") == 2  # at first, and after the review


@pytest.mark.parametrize("end", ["", "\n", "leave\n", "/leave\n"])
def test_leaving_starts_nothing(end: str, home: Path) -> None:
    play(*GUESSER, typed=lines(*LOST) + end)
    assert len(recorded(home)) == 1


def test_episode_can_be_reviewed_at_once(home: Path) -> None:
    typed = lines(*LOST, "review", "", "as Player 2", "first", "leave", "leave")
    called = play(*GUESSER, typed=typed)
    assert "Step 1 of 6:" in called.out
    assert "Viewing as Guesser." in called.out


def test_same_task_in_another_language(home: Path) -> None:
    """The seat and the partner stay the same."""
    called = play(*GUESSER, typed=lines(*LOST, "language", "xx", "de", "/leave"))
    assert "Language xx is not available here." in called.out
    assert ". German · Deutsch" in called.out
    assert "None of these has been reviewed by a native speaker yet." in called.out
    second, first = recorded(home)
    assert second.instance.task_key == first.instance.task_key
    assert [seat.kind for seat in second.summary.seats] == ["scripted", "human"]
    assert (first.summary.language, second.summary.language) == ("en", "de")


def test_partner_is_asked_for_if_script_does_not_speak_the_language(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reject_language(monkeypatch, open_catalogue().game("taboo"), "it")
    again = ("language", "it")
    typed = lines(*LOST, *again, "", *again, "scripted", "1", "bob", "/leave")
    called = play(*GUESSER, "--as", "ada", typed=typed)
    silent = "The scripted player does not speak this language: Italian."
    assert called.out.count(f"{silent} Choose a partner.") == 2
    assert "1. a person at this keyboard" in called.out
    refused = f"{silent} Choose a model or a person."
    assert called.out.count(f"Unavailable: scripted player. {refused}") == 2
    assert called.out.count(refused) == 3, "also where it is typed"
    second, first = recorded(home)
    assert second.summary.language == "it"
    assert second.summary.people == ("bob", "ada")
    assert second.instance.task_key == first.instance.task_key


def test_single_language_task_says_why(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "other_languages", lambda *_: ())
    called = play("wordle", "--seed", "4", typed=lines("/giveup", "yes", "language"))
    choices = called.out.partition("What next?")[2]
    assert "the same task again, in another language" not in choices
    assert "its words are specific to its language" in choices


def test_a_daily_task_says_so_and_the_best_so_far_is_named(home: Path) -> None:
    """Your results are those of the person at the keyboard."""
    solved = target("wordle", "high", 1)
    play("wordle", "--experiment", "high", "--game-id", "1", "--as", "Ada", typed=lines(solved, ""))
    number = day_number(local_today())
    said = play("wordle", "--daily", "--as", "Ada", typed=lines("/giveup", "yes")).out
    assert f"Daily task {number}." in said
    own = said.partition("Your 2 episodes as Guesser, prompts in English")[2]
    assert own.splitlines()[1:3] == [
        "All with the same interface (with board and form) and the same aids.",
        "Your best so far: in 1 attempt.",
    ]
    off = play("wordle", "--daily", "--as", "Bea", "--new", typed=lines("/giveup", "yes")).out
    assert f"Daily task {number}." in off
    assert "best so far" not in off, "the results of others are not hers"


def test_whoever_asks_for_the_daily_task_is_not_asked_about_another_episode(home: Path) -> None:
    play("wordle", "--experiment", "high", "--game-id", "2", "--as", "Ada", typed="")
    said = play("wordle", "--daily", "--as", "Ada", typed=lines("/giveup", "yes")).out
    assert "There is an unfinished episode" not in said
    play("wordle", "--daily", "--as", "Bea", typed="")
    again = play("wordle", "--daily", "--as", "Bea", typed=lines("resume", "/giveup", "yes")).out
    assert "There is an unfinished episode" in again
