"""Rows by settings: models that answered under other names, and rows that name no players."""

from __future__ import annotations

from tests.analysis.report.test_rows import ANN, GPT, GPT_TOO, SMALL, cells, made, result


def test_episodes_of_which_the_model_is_unknown_are_counted() -> None:
    one, other = (result(answered=f'{{"x":["{name}"]}}') for name in ("x-1", "x-2"))
    unknown = result(main=None)
    assert made(one, other).unknown_models == 0
    found = made(one, other, unknown, unknown)
    assert (found.split, found.unknown_models) == (("settings",), 2)
    assert made(one, other, unknown, mix=("settings",)).unknown_models == 0
    assert made(result(GPT, answered='{"x":["x-1"]}'), unknown).unknown_models == 0


def test_an_answer_without_a_name_is_that_of_an_unknown_model() -> None:
    """It is not pooled with the answers of a named one, also within an episode."""
    named, unnamed, both = (
        result(GPT, parameters=[{"model": "gpt"}], answered=f'{{"gpt":[{models}]}}')
        for models in ('"v1"', '""', '"","v1"')
    )
    found = made(named, unnamed, both)
    assert {cell.key[-1] for cell in found.cells} == {
        "answering as gpt=v1", "answering as gpt=unknown", "answering as gpt=unknown + v1",
    }  # fmt: skip
    assert found.unknown_models == 2
    silent = result(GPT, parameters=[{"model": "gpt"}])
    alone = made(unnamed, silent)
    assert (alone.split, alone.unknown_models) == ((), 0), "nothing is known of either"


def test_an_unknown_model_is_counted_whoever_its_player_played_with() -> None:
    one, other = (result(GPT, answered=f'{{"gpt":["gpt-{n}"]}}', parameters=[{"model": "gpt"}])
                  for n in (1, 2))  # fmt: skip
    unknown = result(ANN, GPT_TOO, parameters=[{}, {"model": "gpt"}])
    assert made(one, other, unknown, by=("player", "game")).unknown_models == 1
    warm = result(ANN, GPT_TOO, parameters=[{}, {"model": "gpt", "temperature": 1.0}])
    assert made(one, other, warm, by=("player", "game")).unknown_models == 1


def test_episodes_that_several_models_answered_are_rows_of_their_own() -> None:
    """Longer episodes are more likely to have several, so the rows differ in that, too."""
    one, other, both = (
        result(GPT, parameters=[{"model": "gpt"}], answered=f'{{"gpt":[{names}]}}')
        for names in ('"v1"', '"v2"', '"v1","v2"')
    )
    found = made(one, other, both, both)
    assert {cell.key[-1]: cell.measures.episodes for cell in found.cells} == {
        "answering as gpt=v1": 1, "answering as gpt=v2": 1, "answering as gpt=v1 + v2": 2,
    }  # fmt: skip
    assert found.split == ("settings",)
    assert made(both, both).split == ()
    assert len(made(one, other, both, mix=("settings",)).pooled_on_request["settings"]) == 3


def test_rows_by_settings_pool_no_settings_of_different_models() -> None:
    found = made(
        *(result(player, parameters=[{"model": player.name, "temperature": t}])
          for player, t in ((GPT, 0.0), (GPT, 0.9), (SMALL, 0.9))),
        by=("settings", "game"),
    )  # fmt: skip
    assert cells(found) == {
        ("temperature=0", "taboo"): (1, 100), ("temperature=0.9", "taboo"): (2, 100),
    }  # fmt: skip
    assert found.pooled == {"players": ("gpt--gpt", "small--small")}
