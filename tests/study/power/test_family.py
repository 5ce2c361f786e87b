"""The comparisons that are planned are those of the report, with its family and its alpha."""

from __future__ import annotations

from pathlib import Path

import pytest

from clemtui.study.checking import check_study
from clemtui.study.errors import StudyError
from clemtui.study.freezing import freeze
from clemtui.study.manifest import read_manifest
from clemtui.study.power.family import family_of
from clemtui.study.power.layouts import Assigned, layout_of
from clemtui.study.results.primary import is_paired, primary_comparisons
from tests.study.power.protocols import (
    CATALOGUE,
    GAMES,
    LANGUAGES,
    MODEL,
    PRIMARY,
    SEATS,
    SECOND,
    WORDLE,
    analysis,
    checked,
)
from tests.study.power.reporting import assigned, scored
from tests.study.protocols import study

KINDS = {
    "value": (),
    "two games": (SECOND,),
    "languages": (LANGUAGES,),
    "languages of two games": (LANGUAGES, SECOND),
    "languages whose tasks differ": WORDLE,
    "seats": SEATS,
    "games": GAMES,
}


@pytest.mark.parametrize("changes", KINDS.values(), ids=KINDS)
def test_the_comparisons_are_those_of_the_report(
    tmp_path: Path, changes: tuple[tuple[str, str], ...]
) -> None:
    """Their names, their order, whether they are paired, and how many episodes and tasks they have
    when everyone has played what they were assigned."""
    study = checked(tmp_path, *changes)
    manifest = read_manifest(freeze(CATALOGUE, study).manifest)
    reported = primary_comparisons(manifest, [scored(each, 50.0) for each in assigned(manifest)])
    family = family_of(study)
    named = [block.named[at] for block, at in family.comparisons]
    assert [(each.game or "games", each.level, each.baseline) for each in named] == [
        (each.game, each.level, each.baseline) for each in reported
    ]
    assert [each.compared.against == "paired" for each in named] == [
        each.paired for each in reported
    ]
    assert family.rule.comparisons == len(reported)
    for each, (block, at) in zip(reported, family.comparisons, strict=True):
        layout, _ = layout_of(block, Assigned(study).first(manifest.protocol.participants.number))
        pair = block.named[at].compared
        assert each.difference is not None
        if block.conditions:
            one, other = (layout.condition == of for of in (pair.condition, pair.baseline))
            if each.paired:
                both = set(layout.task[one]) & set(layout.task[other])
                assert each.difference.instances == len(both)
            assert each.difference.episodes <= one.sum()
            assert each.difference.other_episodes <= other.sum()
        else:
            assert each.difference.episodes == len(layout.task)


def test_wordle_has_other_tasks_in_each_language(tmp_path: Path) -> None:
    study = checked(tmp_path, *WORDLE)
    manifest = read_manifest(freeze(CATALOGUE, study).manifest)
    assert not is_paired(manifest.games[0])
    (block,) = family_of(study).blocks
    assert block.named[0].compared.against == "unpaired"
    layout, _ = layout_of(block, Assigned(study).first(24))
    german, english = (set(layout.task[layout.condition == at]) for at in (1, 0))
    assert not german & english


def test_a_model_is_one_comparison_of_each_game(tmp_path: Path) -> None:
    family = family_of(checked(tmp_path, MODEL, SECOND))
    assert [(block.named[0].game, block.named[0].baseline) for block in family.blocks] == [
        ("taboo", "openai/m"),
        ("privateshared", "openai/m"),
    ]
    assert family.rule.strictest == 0.025


@pytest.mark.parametrize(("correction", "alpha"), [("holm", 0.025), ("bh", 0.025), ("none", 0.05)])
def test_alpha_is_shared_by_the_family(tmp_path: Path, correction: str, alpha: float) -> None:
    family = family_of(checked(tmp_path, SECOND, analysis(f'correction = "{correction}"')))
    assert family.rule.comparisons == 2
    assert family.rule.strictest == alpha


def test_a_model_answers_each_task_in_each_language_that_is_played(tmp_path: Path) -> None:
    (block,) = family_of(checked(tmp_path, MODEL)).blocks
    layout, _ = layout_of(block, Assigned(checked(tmp_path / "b", MODEL)).first(24))
    assert len(layout.answered) == 24  # 12 tasks in two languages
    assert set(layout.answered) == set(layout.task) == set(range(12))


def test_a_protocol_with_errors_is_refused_with_its_line(tmp_path: Path) -> None:
    broken = check_study(CATALOGUE, study(tmp_path, (PRIMARY, 'between = "languages"')), None)
    with pytest.raises(StudyError, match=r"line \d+: analysis.primary: baseline is missing"):
        family_of(broken)
