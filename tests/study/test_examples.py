"""The example studies are sound, and play in their own consent texts."""

from __future__ import annotations

import pytest

from clemtui.catalogue import open_catalogue
from clemtui.study.checking import check_study
from clemtui.study.freezing import freeze
from clemtui.study.manifest import read_manifest
from clemtui.study.protocol.folder import open_study
from tests.support.paths import ROOT

EXAMPLES = sorted(file.parent for file in (ROOT / "sessions" / "studies").glob("*/study.toml"))


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 2


@pytest.mark.parametrize("folder", EXAMPLES, ids=lambda folder: folder.name)
def test_an_example_has_no_errors_and_can_be_frozen_and_read(folder: object) -> None:
    catalogue = open_catalogue()
    study = open_study(folder)  # type: ignore[arg-type]
    checked = check_study(catalogue, study, None)
    assert not checked.errors
    manifest = read_manifest(freeze(catalogue, checked).manifest)
    assert manifest.protocol == study.protocol
    assert [each.game for each in manifest.games] == [game.game for game in study.protocol.games]
