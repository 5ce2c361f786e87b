"""A sitting of a participant: they join a study, or go on with their code."""

from __future__ import annotations

from typing import Literal

from clemtui.episode.errors import UsageError
from clemtui.language import Interface, native_name, one_line
from clemtui.records.errors import StoreError
from clemtui.study.joining.admission import Admission
from clemtui.study.joining.front import Front, Leaves, Withdraws
from clemtui.study.joining.walking import Walk, WalkEnd
from clemtui.study.path.codes import code_meant
from clemtui.study.path.participant import Participant
from clemtui.study.path.wording import Asked, code_to_go_on_question
from clemtui.study.protocol.folder import StudyFolder, open_study
from clemtui.study.service import Studies, StudyInRecords

SittingEnd = WalkEnd | Literal["not admitted"]


async def opened_study(studies: Studies, name: str, folder: StudyFolder | None) -> StudyInRecords:
    """Return a frozen study that participants can take part in; deviations are noted.

    Args:
        folder: the folder of the study, whose protocol, as it is now, must be the frozen one; None:
            there is none here.

    Raises:
        PlayError: if the study is unknown, or its protocol has changed or cannot be read.
        StoreError: if something cannot be recorded, or see `Studies.check_recording`.
    """
    study = await studies.study(name)
    await studies.check_recording(study)
    if folder is not None:
        studies.check_unchanged(study, open_study(folder.path))
    await studies.note_deviations(study)
    return study


async def take_part(
    front: Front,
    studies: Studies,
    study: StudyInRecords,
    code: str = "",
    collector: int = 1,
    *,
    has_language: bool = False,
) -> SittingEnd:
    """Take a participant through a study, from where they are. The end is said.

    Args:
        code: of a participant who goes on; empty for a new one.
        collector: in whose range a new participant gets a number.
        has_language: they have chosen their language (see `choose_language`).

    Raises:
        PlayError: if the code is unknown, there is no place, or an episode cannot be played.
        StoreError: if something cannot be recorded.
    """
    if code:
        participant = await known_participant(studies, study, code)
        front.known_as(participant.person.pseudonym)
        walk = Walk(front, participant)
        try:
            if not has_language:
                await choose_language(front, study)
        except Leaves:
            return walk.left()
        except Withdraws:
            return await walk.walk(withdraws=True)
        return await walk.walk()
    try:
        await studies.check_place(study, collector)
        if not has_language:
            await choose_language(front, study)
        front.say(front.how_to_leave)
        admitted = await Admission(front, studies, study, collector).admit()
        if admitted is None:
            return "not admitted"
    except (Leaves, Withdraws):
        front.say(front.ui.text("You have left. Nothing was recorded."))
        return "not admitted"
    front.known_as(admitted.person.pseudonym)
    return await Walk(front, admitted).walk(is_new=True)


async def choose_language(front: Front, study: StudyInRecords) -> None:
    """Let the participant choose the language in which they read everything.

    They are asked in all languages of the study; what else is on the screen is in one of them.

    Raises:
        Leaves, Withdraws: see `Front`.
    """
    tags = study.manifest.protocol.interface_languages
    tag: object = front.ui.language
    if tag not in tags:
        tag = tags[0]
        await front.use_language(str(tag))
    if len(tags) > 1:
        asked = " · ".join(dict.fromkeys(Interface(each).text("Your language") for each in tags))
        names = tuple(map(native_name, tags))
        tag = await front.ask(Asked("interface_language", asked, names, tags))
    if tag != front.ui.language:
        await front.use_language(str(tag))


async def who_comes(front: Front, studies: Studies, study: StudyInRecords) -> str:
    """Ask who comes, and return their code; empty for someone new. A code that no participant has
    is asked for again.

    Raises:
        Leaves, Withdraws: see `Front`.
        StoreError: if the records cannot be read.
    """
    while True:
        code = str(await front.ask(code_to_go_on_question(front.ui)) or "")
        if not code or await is_participant(studies, study, code):
            return code
        front.say(
            front.ui.text(
                "No one in this study has the code {code} yet. Look at it again or, if you are "
                "new, leave this empty: you can choose a code later.",
                code=one_line(code),
            )
        )


async def is_participant(studies: Studies, study: StudyInRecords, code: str) -> bool:
    """Whether exactly one participant of a study has a code.

    Raises:
        StoreError: if the records cannot be read.
    """
    try:
        return await studies.enrolment(study, await _meant(studies, code)) is not None
    except UsageError:  # it can stand for several people
        return False


async def is_erased(studies: Studies, study: StudyInRecords, code: str) -> bool:
    """Whether someone who took part with a code was erased meanwhile, as far as can be read."""
    try:
        return not await is_participant(studies, study, code)
    except StoreError:
        return False


async def _meant(studies: Studies, code: str) -> str:
    """Return the code that a typed one stands for, see `code_meant`."""
    return code_meant(code, [each.pseudonym for each in await studies.play.people()])


async def known_participant(studies: Studies, study: StudyInRecords, code: str) -> Participant:
    """Return the participant with a code.

    Raises:
        UsageError: if no one in the study has it.
        StoreError: if the records cannot be read.
    """
    enrolment = await studies.enrolment(study, await _meant(studies, code))
    if enrolment is None:
        raise UsageError(
            f"unknown code {code!r} in study {study.frozen.id!r}; to take part as someone new, "
            "leave the code out"
        )
    people = {each.id: each for each in await studies.play.people()}
    return Participant(studies.play, study.manifest, people[enrolment.person], enrolment)
