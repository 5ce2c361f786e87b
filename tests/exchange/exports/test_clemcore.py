"""The reference's own programs on an exported tree.

They need a separate environment: ``CLEMTUI_CLEMCORE`` names its ``python``, or the folder of its
programs (`requirements/clemcore.txt`). Without it these tests are skipped.
"""

from __future__ import annotations

import csv
import json
import random
from collections.abc import Mapping
from pathlib import Path

import pytest

from clemtui.catalogue import open_catalogue
from clemtui.exchange.exports.exporting import export_clembench
from clemtui.records.rows import EpisodeFilter
from clemtui.reports.report import Rows, make_report
from tests.exchange.clemcore import clem_program, run
from tests.exchange.records import Records, Who, open_records

ANNA: Who = ("human", "anna")
GPT: Who = ("model", "openai/gpt-4o")
WON = {"Player 1": ["CLUE: scary feeling"], "Player 2": ["GUESS: book"]}
LATER = {"Player 1": ["CLUE: scary"] * 3, "Player 2": ["GUESS: bat", "GUESS: cat", "GUESS: book"]}
LOST = {"Player 1": ["CLUE: book"]}
ABORTED = {"Player 1": ["no tag"]}


def guess(word: str) -> str:
    return f"explanation: perhaps\nguess: {word}"


@pytest.fixture(scope="session")
def clem() -> Path:
    """Return the reference's program, or skip the test."""
    return clem_program()


def anna_and_a_model(made: Records) -> None:
    """Play five episodes of taboo: 100, 33.33, lost, aborted, given up. Two of wordle: 100, 30."""
    high = [made.instance("taboo", "high", number) for number in range(2)]
    who = {"Player 1": ANNA, "Player 2": GPT}
    made.play(high[0], WON, who=who)
    made.play(high[0], LATER, who=who)  # the same instance again
    made.play(high[0], LOST, who=who)
    made.play(high[1], ABORTED, who=who)
    made.play(high[1], {}, who=who, gives_up="Player 1")
    word = made.instance("wordle", "high", 1)
    made.play(word, {"Player 1": [guess("learn")]}, who={"Player 1": ANNA})
    wrong = [guess(each) for each in ("house", "crane", "about", "night")]
    made.play(word, {"Player 1": [*wrong, guess("learn")]}, who={"Player 1": GPT})


def bob_and_chance(made: Records) -> None:
    """Play about thirty episodes of three games, randomly won, lost or aborted."""
    chance = random.Random(7)
    bob: dict[str, Who] = {"Player 1": ("human", "Bob Ö./x")}
    for game_id in range(15):
        tries = chance.choice([1, 2, 3, 4])
        guesses = ["GUESS: no"] * (tries - 1) + ["GUESS: book"]
        clue = chance.choice(["CLUE: scary", "CLUE: scary", "no tag"])
        said = {"Player 1": [clue] * 3, "Player 2": guesses[:3]}
        made.play(made.instance("taboo", "high", 0), said, who=bob, tags={"n": str(game_id)})
        wrong = [guess(each) for each in ("house", "crane", "about", "night", "paper")]
        asked = [*wrong[: chance.randrange(6)], chance.choice([guess("learn"), "no tag"])]
        word = made.instance("wordle", "high", 1)
        made.play(word, {"Player 1": asked}, who=bob)
    made.play(made.instance("wordle_withclue", "high", 1), {"Player 1": ["no tag"]}, who=bob)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an exported tree, in a separate folder."""
    place = tmp_path_factory.mktemp("clem")
    with open_records(place / "records.db") as made:
        anna_and_a_model(made)
        bob_and_chance(made)
    export_clembench(place / "records.db", open_catalogue(), place / "tree", EpisodeFilter())
    return place / "tree"


def rows(table: Path) -> dict[str, Mapping[str, str]]:
    """Return a table of `clem eval` by its first column."""
    with table.open(encoding="utf-8", newline="") as file:
        return {row[""]: row for row in csv.DictReader(file)}


@pytest.fixture(scope="module")
def evaluated(clem: Path, tree: Path) -> dict[str, Mapping[str, str]]:
    """Return the rows of `clem eval` on the tree."""
    said = run(clem, tree.parent, "eval", "-r", str(tree))
    assert "Retrieved 38 JSON files with scores." in said
    assert "Repeated" not in said
    return rows(tree / "results.csv")


def test_clem_eval_gives_the_expected_measures(
    evaluated: dict[str, Mapping[str, str]],
) -> None:
    """By hand: taboo 3 of 5 played, (100 + 33.33... + 0) / 3 = 44.44; clemscore 0.6 x 44.44."""
    pair = evaluated["anna--openai_gpt-4o"]
    assert (pair["taboo, % Played"], pair["taboo, Quality Score"]) == ("60.0", "44.44")
    assert pair["-, clemscore"] == "26.66"
    assert evaluated["anna"]["-, clemscore"] == "100.0"
    assert evaluated["openai_gpt-4o--openai_gpt-4o"]["-, clemscore"] == "30.0"


def test_clem_eval_and_our_report_agree_on_every_row(
    tree: Path, evaluated: dict[str, Mapping[str, str]]
) -> None:
    made = make_report(
        tree.parent / "records.db", EpisodeFilter(), rows=Rows(("players", "people", "game"))
    )
    assert (made.over, made.ambiguous_averages) == (("players", "kinds", "people"), 0)
    ours = {}
    for row in made.averages:
        players, _, people = row.key
        name = players.replace("human", people).replace("Bob Ö./x", "Bob_Ö._x")
        ours[name.replace("openai/", "openai_")] = row.average
    assert evaluated.keys() == ours.keys()
    for name, theirs in evaluated.items():
        mine = ours[name]
        assert mine.played is not None
        assert float(theirs["all, Average % Played"]) == mine.played
        for column, number in (
            ("all, Average Quality Score", mine.quality),
            ("-, clemscore", mine.clemscore),
        ):
            if number is None:
                assert theirs[column] == ""
            else:
                assert round(float(theirs[column]), 2) == round(number, 2)


def test_clem_transcribe_writes_every_transcript(clem: Path, tree: Path) -> None:
    run(clem, tree.parent, "transcribe", "-r", str(tree))
    logs = list(tree.rglob("interactions.json"))
    assert len(logs) == 38
    for log in logs:
        page = log.with_name("transcript.html").read_text("utf-8")
        assert "Interaction Transcript" in page
        assert log.with_name("transcript.tex").is_file()
    (won,) = tree.glob("anna--*/taboo/high/instance_00000/transcript.html")
    assert "CLUE: scary feeling" in won.read_text("utf-8")


SCORER = '''
from clemcore.clemgame import GameBenchmark
from clemcore.clemgame.legacy.scorer import GameScorer


class Scorer(GameScorer):
    """Reads what a scorer is given: the log, the instance, the experiment."""

    def compute_scores(self, interactions):
        kinds = [event["action"]["type"] for turn in interactions["turns"] for event in turn]
        self.log_episode_score("Aborted", int("invalid format" in kinds))
        self.log_episode_score("Rounds", len(interactions["turns"]))
        self.log_episode_score("Main Score", 100.0 if "correct guess" in kinds else 0.0)
        self.log_episode_score("Tries", self.experiment["max_turns"])
        self.log_episode_score("Letters", len(self.game_instance["target_word"]))


class Benchmark(GameBenchmark):
    def create_game_scorer(self, experiment, game_instance):
        return Scorer(self.game_name, experiment, game_instance)
'''


def test_clem_score_finds_log_instance_and_experiment(clem: Path, tmp_path: Path) -> None:
    """Uses a scorer written here, as the reference's games are not installed."""
    game = tmp_path / "taboo"
    game.mkdir()
    (game / "master.py").write_text(SCORER, "utf-8")
    card = {"game_name": "taboo", "description": "", "main_game": "taboo", "players": 2}
    card |= {"image": "none", "languages": ["en"], "benchmark": ["3.0"]}
    (game / "clemgame.json").write_text(json.dumps(card), "utf-8")
    with open_records(tmp_path / "records.db") as made:
        high = made.instance("taboo", "high", 0)
        made.play(high, LATER)
        made.play(high, {"Player 1": ["CLUE: scary"]}, gives_up="Player 2")
    tree = tmp_path / "tree"
    export_clembench(tmp_path / "records.db", open_catalogue(), tree, EpisodeFilter())
    run(clem, tmp_path, "score", "-g", "taboo", "-r", str(tree))
    scores = [
        json.loads((folder / "scores.json").read_text("utf-8"))
        for folder in sorted(tree.glob("scripted--scripted/taboo/high/instance_*"))
    ]
    assert [each["episode scores"] for each in scores] == [
        {"Aborted": 0, "Rounds": 3, "Main Score": 100.0, "Tries": 3, "Letters": 4},
        {"Aborted": 1, "Rounds": 1, "Main Score": 0.0, "Tries": 3, "Letters": 4},
    ]
