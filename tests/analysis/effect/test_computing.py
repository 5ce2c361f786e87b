"""Comparing languages: what is compared with what, and the remarks beside it."""

from __future__ import annotations

from typing import Any

import pytest

from clemtui.analysis.effect.computing import effects
from clemtui.analysis.effect.model import Comparison, Effects, NotCompared, Setting
from clemtui.records.results import AbortCause, TaskResult
from tests.analysis.effect.results import ANN, LOST_TAG, episode, episodes, results


def computed(*played: TaskResult, **given: Any) -> Effects:
    return effects(results(*played), **{"resamples": 499, "seed": 3, **given})


def setting(*played: TaskResult, **given: Any) -> Setting:
    """Return the only setting."""
    (found,) = computed(*played, **given).settings
    return found


def compared(*played: TaskResult, **given: Any) -> Comparison:
    """Return the only comparison."""
    (found,) = setting(*played, **given).comparisons
    return found


EN = episodes("en", 100.0, 100.0, 0.0, 100.0)
DE = episodes("de", 100.0, 0.0, 0.0, None)

# What is compared with what


def test_common_tasks_are_paired_and_aborted_counts_0() -> None:
    found = compared(*EN, *DE)
    assert (found.language, found.paired, found.n, found.unpaired_tasks) == ("de", True, 4, 0)
    assert found.difference.value == -50.0
    assert (found.test, found.p) == ("mcnemar", 0.5)
    assert found.effect == -0.5


def test_aborted_tasks_are_unpaired_for_quality() -> None:
    found = compared(*EN, *DE, measure="quality")
    assert (found.n, found.unpaired_tasks) == (3, 1)
    assert found.difference.value == pytest.approx(-100 / 3)


def test_played_can_be_compared() -> None:
    assert compared(*EN, *DE, measure="played").difference.value == -25.0


def test_tasks_without_a_partner_are_dropped_on_both_sides_and_counted() -> None:
    """Tasks 4 and 5 exist in English only, task 9 in German only."""
    more = [episode("en", "4", 0.0), episode("en", "5", 0.0), episode("de", "9", 100.0)]
    found = compared(*EN, *DE, *more)
    assert (found.n, found.unpaired_tasks) == (4, 3)
    assert found.difference.value == -50.0


def test_pairs_of_different_people_are_counted() -> None:
    """Ann played task 0 in both languages; task 1 was played by Ann and Ben."""

    def by(language: str, task: str, person: str) -> TaskResult:
        return episode(language, task, 100.0, people=(person,), seats=ANN)

    assert compared(by("en", "0", "ann"), by("de", "0", "ann")).different_people == 0
    found = compared(
        by("en", "0", "ann"), by("de", "0", "ann"), by("en", "1", "ann"), by("de", "1", "ben")
    )
    assert (found.n, found.different_people) == (2, 1)
    assert compared(*EN, *DE).different_people == 0


def test_several_episodes_of_a_task_are_averaged() -> None:
    """Task 0 in German: 100, 0, 0 and 0. Each task counts once."""
    again = [episode("de", "0", 0.0)] * 3
    found = compared(*EN, *DE, *again)
    assert found.n == 4
    assert found.difference.value == pytest.approx((25 - 100 - 100 - 100) / 4)
    assert found.test == "wilcoxon"  # a quarter is neither won nor lost


def test_any_language_can_be_the_baseline() -> None:
    found = compared(*EN, *DE, baseline="de")
    assert (found.language, found.difference.value) == ("en", 50.0)


@pytest.mark.parametrize(
    "other",
    [{"game": "imagegame"}, {"seats": ANN}, {"scorer": "referencegame:2"}, {"origin": "official"}],
)
def test_other_games_players_scorers_and_words_are_never_compared(other: dict[str, Any]) -> None:
    found = computed(*EN, *episodes("de", 0.0, 0.0, 0.0, 0.0, **other))
    assert len(found.settings) == 2
    assert not any(each.comparisons for each in found.settings)


def test_game_specific_differences_do_not_name_settings() -> None:
    """Every game has its own scorer, which adds nothing to the game."""
    other = episodes("en", 30.0, game="wordle", scorer="wordle:1")
    assert computed(*EN, *other).by == ("game", "players")
    assert computed(*EN, *episodes("en", 30.0, scorer="referencegame:2")).by == (
        *("game", "players", "scorer"),
    )


def test_missing_baseline_is_reported() -> None:
    assert setting(*DE).not_compared == (NotCompared("de", "no baseline"),)


def test_a_language_without_any_score_cannot_be_compared_by_quality() -> None:
    found = setting(*EN, *episodes("de", None, None), measure="quality")
    assert found.not_compared == (NotCompared("de", "no scores"),)


# Unpaired


def words(language: str, experiment: str, *scores: float) -> list[TaskResult]:
    """Return episodes of tasks that are words of the language."""
    return [
        episode(language, f"{language}:{experiment}:{n}", score, experiment=experiment)
        for n, score in enumerate(scores)
    ]


def test_different_tasks_are_compared_unpaired_by_group() -> None:
    found = setting(
        *words("en", "high", 100.0, 50.0, 20.0), *words("en", "low", 20.0, 0.0),
        *words("de", "high", 30.0, 50.0), *words("de", "low", 0.0, 20.0, 25.0),
    )  # fmt: skip
    high, low = found.comparisons
    assert (high.group, high.paired, high.n, high.baseline_n) == ("high", False, 2, 3)
    assert high.difference.value == pytest.approx(40 - 170 / 3)
    assert (high.test, high.difference.method) == ("mann-whitney", "mover")
    assert (low.group, low.n, low.difference.value) == ("low", 3, 5.0)


def test_tasks_of_groups_that_only_one_language_has_are_counted_as_left_out() -> None:
    found = setting(
        *words("en", "high", 100.0, 50.0), *words("en", "low", 20.0, 0.0, 10.0),
        *words("de", "high", 30.0), *words("de", "rare", 0.0),
    )  # fmt: skip
    (high,) = found.comparisons
    assert (high.group, high.n, high.baseline_n, high.unpaired_tasks) == ("high", 1, 2, 4)


def test_group_names_ignore_the_language() -> None:
    found = compared(*words("en", "high_en", 100.0, 0.0), *words("de", "high_de", 0.0, 0.0))
    assert (found.group, found.test) == ("high", "fisher")


def test_without_a_common_group_all_tasks_are_compared() -> None:
    found = compared(*words("en", "level 1", 100.0, 50.0), *words("de", "stufe 1", 25.0, 50.0))
    assert (found.group, found.paired, found.n) == ("", False, 2)


def test_unbanded_language_is_not_compared_by_group() -> None:
    found = setting(*words("en", "high", 100.0, 0.0), *words("te", "unbanded", 0.0, 0.0))
    assert found.comparisons == ()
    assert found.not_compared == (NotCompared("te", "unbanded"),)


def test_unbanded_baseline_is_the_reason_for_a_banded_language() -> None:
    found = setting(*words("en", "unbanded", 100.0, 0.0), *words("te", "high", 0.0, 0.0))
    assert found.comparisons == ()
    assert found.not_compared == (NotCompared("te", "baseline unbanded"),)


def test_an_unbanded_language_with_the_same_tasks_is_compared() -> None:
    found = compared(*EN, *episodes("te", 0.0, 0.0, 0.0, 0.0, experiment="unbanded"))
    assert (found.paired, found.n, found.difference.value) == (True, 4, -75.0)


# Levels


def test_the_levels_of_a_language() -> None:
    english, german = setting(*EN, *DE).levels
    assert (english.language, english.episodes, english.tasks) == ("en", 4, 4)
    assert german.played is not None
    assert (german.played.value, german.played.n, german.played.method) == (75.0, 4, "wilson")
    assert german.played.exact is not None
    assert german.quality is not None
    assert german.quality.n == 3
    assert german.quality.value == pytest.approx(100 / 3)
    assert german.joint is not None
    assert (german.joint.value, german.joint.n) == (25.0, 4)


def test_all_aborted_gives_no_quality_and_no_nan() -> None:
    level = setting(*episodes("en", None, None)).levels[0]
    assert level.quality is None
    assert level.joint is not None
    assert level.joint.value == 0.0
    assert level.joint.high > 50


def test_the_baseline_comes_first_then_its_paraphrases() -> None:
    played = [episode(tag, "0", 50.0) for tag in ("de", "en-x-para2", "tr", "en", "en-x-para1")]
    assert [level.language for level in setting(*played).levels] == [
        *("en", "en-x-para1", "en-x-para2", "de", "tr"),
    ]


def test_abort_causes_are_counted_by_seat_and_reason() -> None:
    gone = AbortCause("Player 1", "control", "partner gone")
    played = [*EN, *DE, episode("de", "7", None, cause=gone), episode("de", "8", None)]
    english, german = setting(*played).levels
    assert english.aborts == {}
    assert german.aborts == {gone: 1, LOST_TAG: 2}


# The wording band


def paraphrases() -> list[TaskResult]:
    base = (50.0, 60.0, 40.0, 70.0, 20.0, 30.0)
    return [
        *episodes("en", *base),
        *episodes("en-x-para1", *(score - 10 + at for at, score in enumerate(base))),
        *episodes("en-x-para2", *(score + 5 - at for at, score in enumerate(base))),
        *episodes("de", *(score - 6 for score in base)),
        *episodes("tr", *(score - 20 for score in base)),
    ]


def test_wording_band_spans_all_paraphrase_intervals() -> None:
    found = setting(*paraphrases())
    one, two = (each.difference for each in found.comparisons if each.control)
    assert found.wording == {"": (min(one.low, two.low), max(one.high, two.high))}
    assert one.low < -8 < 4 < two.high


def test_difference_within_the_wording_band() -> None:
    by_language = {each.language: each for each in setting(*paraphrases()).comparisons}
    assert by_language["de"].within_wording_band is True
    assert by_language["tr"].within_wording_band is False
    assert by_language["en-x-para1"].within_wording_band is None


def test_without_paraphrases_there_is_no_band() -> None:
    found = setting(*EN, *DE)
    assert found.wording == {}
    assert found.comparisons[0].within_wording_band is None


def test_paraphrases_of_another_language_are_no_controls() -> None:
    found = setting(*EN, *DE, *episodes("en-x-para1", 0.0, 0.0, 0.0, 0.0), baseline="de")
    assert [each.control for each in found.comparisons] == [False, False]
    assert found.wording == {}


# Corrections


def test_p_is_adjusted_over_all_settings_but_not_for_controls() -> None:
    twelve = episodes("en", *[100.0] * 12)
    worse = episodes("de", *[0.0] * 12)
    other = {"game": "imagegame", "scorer": "imagegame:1"}
    played = [
        *(*twelve, *worse, *episodes("en-x-para1", *[0.0] * 12)),
        *(*episodes("en", *[100.0] * 12, **other), *episodes("de", *[100.0] * 12, **other)),
    ]
    found = computed(*played, correction="holm")
    assert found.family == 2
    by_name = {(s.key["game"], c.language): c for s in found.settings for c in s.comparisons}
    lost = by_name["referencegame", "de"]
    assert lost.p == pytest.approx(2 / 2**12)
    assert lost.adjusted == pytest.approx(4 / 2**12)
    assert by_name["imagegame", "de"].adjusted == 1.0
    assert by_name["referencegame", "en-x-para1"].adjusted is None


# Cautions


def cautions(*played: TaskResult, **given: Any) -> set[tuple[str, str]]:
    return {(each.kind, each.language) for each in setting(*played, **given).cautions}


def test_a_score_that_guessing_could_give_is_at_the_floor() -> None:
    solved = episodes("en", *[100.0] * 40, *[0.0] * 20)
    guessed = episodes("de", *[100.0] * 22, *[0.0] * 38)
    found = cautions(*solved, *guessed, chances={"referencegame": 33.33})
    assert ("floor", "de") in found
    assert ("floor", "en") not in found
    assert ("floor", "de") not in cautions(*solved, *guessed)


def test_without_a_chance_level_the_floor_is_zero() -> None:
    assert ("floor", "de") in cautions(*EN, *episodes("de", 0.0, 0.0, 0.0, 0.0))


def test_a_perfect_score_is_at_the_ceiling() -> None:
    found = cautions(*episodes("en", *[100.0] * 9), *episodes("de", *[100.0] * 5, *[0.0] * 4))
    assert ("ceiling", "en") in found
    assert ("ceiling", "de") not in found


def test_unreviewed_pack_is_flagged_but_not_official_words() -> None:
    played = [*EN, *episodes("de", 0.0, 100.0, pack="unreviewed")]
    assert ("unreviewed", "de") in cautions(*played)
    assert ("unreviewed", "en") not in cautions(*played)
    official = setting(*episodes("de", 100.0, pack="official"))
    assert official.levels[0].reviewed is None
    assert "unreviewed" not in {each.kind for each in official.cautions}


@pytest.mark.parametrize("words", ["the same", ""])
def test_later_review_of_the_same_words_counts(words: str) -> None:
    before = episode("de", "0", 100.0, pack="unreviewed", words=words or "before")
    after = episode("de", "0", 100.0, pack="reviewed", words=words or "after")
    assert setting(before, after).levels[0].reviewed is bool(words)


def test_source_pack_needs_no_review() -> None:
    """The English pack is the original; its paraphrases were derived from it."""
    tags = ("en", "en-x-para1", "de")
    played = [episode(tag, "0", 100.0, pack="unreviewed") for tag in tags]
    unreviewed = [tag for kind, tag in sorted(cautions(*played)) if kind == "unreviewed"]
    assert unreviewed == ["de", "en-x-para1"]
    assert [level.reviewed for level in setting(*played).levels] == [False] * 3


def test_mixed_pack_versions_are_flagged() -> None:
    assert ("mixed packs", "de") not in cautions(*EN, *DE)
    assert ("mixed packs", "de") in cautions(*EN, *DE, episode("de", "3", 0.0, words="changed"))


def test_too_few_pairs_are_flagged() -> None:
    """Five pairs that all favour one side have p = 2 / 32; six have 2 / 64, but not twice."""

    def few(pairs: int, *more: TaskResult) -> bool:
        played = (*episodes("en", *[50.0] * pairs), *episodes("de", *[40.0] * pairs), *more)
        return ("few", "de") in cautions(*played)

    assert few(5)
    assert not few(6)
    assert few(6, *episodes("tr", *[40.0] * 6))


def test_too_few_depends_on_other_comparisons_and_correction() -> None:
    """Six pairs have p = 2 / 64 at best.

    Holm multiplies the largest p of all by one, so they are enough beside thirty pairs with a
    smaller p, but not beside another six. For Benjamini and Hochberg, two times six are enough as
    well, if both come out.
    """
    six = [*episodes("en", *[50.0] * 30), *episodes("de", *[40.0] * 6)]
    beside_thirty = [*six, *episodes("tr", *[40.0] * 30)]
    beside_six = [*six, *episodes("tr", *[40.0] * 6)]

    def few(played: list[TaskResult], correction: str) -> bool:
        return ("few", "de") in cautions(*played, correction=correction)

    assert not few(beside_thirty, "holm")
    assert few(beside_six, "holm")
    assert not few(beside_six, "bh")


def test_players_are_listed_by_seat() -> None:
    assert setting(*EN).players == ("gpt", "gpt")
    assert setting(*episodes("en", 100.0, seats=ANN)).players == ("human", "gpt")
