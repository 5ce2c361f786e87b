"""The report of a study so far: everything that a reviewer asks for first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from clemtui.analysis.baseline.means import Estimate
from clemtui.records.published import PublishedPeople
from clemtui.records.studies import Deviation
from clemtui.store.read.reader import Reader
from clemtui.study.results.analyses import Analyses, analyses_of
from clemtui.study.results.figures import Row, rows_of
from clemtui.study.results.flow import Flow, flow_of
from clemtui.study.results.leaks import PartnerLeaks, partner_leaks
from clemtui.study.results.marked import Marked, marked_of
from clemtui.study.results.models import ModelRow
from clemtui.study.results.primary import Compared
from clemtui.study.results.records import Recorded, recorded
from clemtui.study.results.references import references_of
from clemtui.study.service import Studies, StudyInRecords


@dataclass(frozen=True, slots=True)
class StudyReport:
    """A report.

    Attributes:
        marked: how many participants and episodes have each mark that anyone has.
        left_out: how many episodes that were played as assigned do not count, by reason.
        rows: the figures.
        analyses: everything else that was computed, without what is excluded.
        with_excluded: the same with it; None: nothing is excluded.
        references: published figures of people in these games, which nothing is compared with.
        leaks: of blinded partners; empty if the study is not blinded.
        recorded: what all of it is computed from.
    """

    study: StudyInRecords
    flow: Flow
    marked: tuple[Marked, ...]
    left_out: Mapping[str, int]
    rows: tuple[Row, ...]
    analyses: Analyses
    with_excluded: Analyses | None
    references: tuple[PublishedPeople, ...]
    leaks: tuple[PartnerLeaks, ...]
    deviations: tuple[Deviation, ...]
    recorded: Recorded

    @property
    def clemscore(self) -> Estimate | None:
        """The score over the games in which an episode counts; None: they are fewer than two."""
        return self.analyses.clemscore

    @property
    def compared(self) -> tuple[Compared, ...]:
        """The primary comparisons, unless they are with a model."""
        return self.analyses.compared

    @property
    def models(self) -> tuple[ModelRow, ...]:
        """The models that have played the same tasks."""
        return self.analyses.models


async def report_of(studies: Studies, study: StudyInRecords) -> StudyReport:
    """Return the report of a study.

    Raises:
        CatalogueError: if the published figures of a game cannot be read.
        StoreError: if the records cannot be read.
    """
    references = tuple(references_of(studies.play.catalogue, study.manifest))
    return await studies.play.read(lambda reader: _report(reader, study, references))


def _report(
    reader: Reader, study: StudyInRecords, references: tuple[PublishedPeople, ...]
) -> StudyReport:
    name, manifest = study.frozen.id, study.manifest
    found = recorded(reader, study)
    marks, kept, counting = found.marks, found.kept, found.counting
    left_out = (each.left_out for each in found.results if not each.practice)
    return StudyReport(
        study=study,
        flow=flow_of(
            reader.screenings(name), found.enrolments, reader.gone(name), found.results, marks
        ),
        marked=tuple(marked_of(found.enrolments, found.results, marks)),
        left_out=Counter(why for why in left_out if why is not None),
        rows=tuple(rows_of(manifest, found.results, marks)),
        analyses=analyses_of(manifest, found, kept),
        with_excluded=(
            analyses_of(manifest, found, counting) if len(kept) < len(counting) else None
        ),
        references=references,
        leaks=_leaks(reader, study, {each.episode for each in kept}),
        deviations=reader.deviations(name),
        recorded=found,
    )


def _leaks(
    reader: Reader, study: StudyInRecords, kept: Collection[str]
) -> tuple[PartnerLeaks, ...]:
    """Return the leaks in the episodes that count and are not excluded; ``kept`` are their ids."""
    if not study.manifest.protocol.blinding.partner:
        return ()
    texts = reader.partner_texts(study.frozen.id)
    return tuple(partner_leaks(each for each in texts if each.episode in kept))
