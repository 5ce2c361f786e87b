"""privateshared in plain text: side questions are marked, and answered by a letter."""

from __future__ import annotations

from pathlib import Path

from clemtui.catalogue import open_catalogue
from clemtui.engine import Response
from tests.plain.telling import lines, play, recorded

FIRST = ("--experiment", "travel-booking", "--game-id", "0", "--lang", "en", "--as", "Ann")


def typed() -> list[str]:
    """What somebody types who answers every question of the first instance rightly."""
    data = open_catalogue().experiments("privateshared", "en")[0].instances[0].data
    slots, order = dict(data["slots"]), data["request_order"]
    keys: list[str] = []
    for number, probes in enumerate(data["probes"]):
        keys += ["y" if slot in order[:number] else "n" for slot, _ in probes]
        keys += [slots[slot] for slot in order[number : number + 1]]
    return keys


def test_an_episode_is_played_to_its_end(home: Path) -> None:
    called = play("privateshared", "--plain", *FIRST, typed=lines(*typed()))
    (episode,) = recorded(home)
    assert episode.state == "finished"
    said = [e.entry.text for e in episode.entries if isinstance(e.entry, Response)]
    assert (len(said), said.count("ASIDE: yes")) == (35, 15)
    assert "Main score: 100" in called.out
    before_the_end = called.out.split("The episode is over.")[0]
    assert "Aside 1 of 5, set 1 of 6 (yes or no):" in before_the_end
    assert "Game master (side question): ME:  " in before_the_end
    assert "Known" not in before_the_end
    assert "Asides answered rightly: 30 of 30" in called.out


def test_a_reply_to_a_side_question_is_not_repeated_as_a_turn_of_the_dialogue(home: Path) -> None:
    called = play("privateshared", "--plain", *FIRST, typed=lines("n", "no", "2"))
    assert "ASIDE: no" not in called.out
    (episode,) = recorded(home)
    said = [e.entry.text for e in episode.entries if isinstance(e.entry, Response)]
    assert said == ["ASIDE: no"] * 3


def test_what_could_mean_both_or_neither_is_asked_for_again(home: Path) -> None:
    called = play("privateshared", "--plain", *FIRST, typed=lines("maybe", "", "3"))
    assert called.out.count("Aside 1 of 5, set 1 of 6 (yes or no):") == 4
    assert recorded(home)[0].entries == ()
