"""People in a merge: the same id means the same person, the same name does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from clemtui.store.merge.merge import merge
from clemtui.store.read.reader import Reader
from clemtui.store.write.people import free_name
from clemtui.store.write.writer import Writer
from tests.store.builders import MODEL, human, session, start
from tests.store.merge.helpers import copy_database


def called(path: Path) -> dict[str, str]:
    """Return everyone's name by id."""
    with Reader(path) as reader:
        return {person.id: person.pseudonym for person in reader.people()}


def add_people(path: Path, *names: str) -> list[str]:
    writer = Writer(path)
    ids = [writer.person(name).id for name in names]
    writer.close()
    return ids


def test_one_person_in_two_copies_is_one_person(here: Path, there: Path) -> None:
    (ann,) = add_people(here, "Ann")
    copy_database(here, there.name)
    writer = Writer(there)
    episode = writer.start_episode(start(session(writer, ann), human(ann), MODEL))
    writer.close()
    merged = merge(here, there)
    assert called(here) == {ann: "Ann"}
    assert (merged.people_new, merged.people_renamed, merged.people_known) == ((), (), 1)
    with Reader(here) as reader:
        assert reader.load(episode).summary.people == ("Ann",)


def test_of_two_with_one_name_the_one_who_comes_gets_the_end_of_their_id(
    here: Path, there: Path
) -> None:
    (ann,), (other, ben) = add_people(here, "Ann"), add_people(there, "Ann", "Ben")
    merged = merge(here, there)
    new = f"Ann ({other[-4:]})"
    assert called(here) == {ann: "Ann", other: new, ben: "Ben"}
    assert merged.people_renamed == (("Ann", new),)
    assert set(merged.people_new) == {new, "Ben"}


def test_whoever_comes_does_not_play_by_default(here: Path, there: Path) -> None:
    """The first person does: one who came later is not, even if they have played for longer."""
    add_people(there, "Ann", "Bob")
    add_people(here, "Zoe")
    merge(here, there)
    assert list(called(here).values()) == ["Zoe", "Ann", "Bob"]
    new = here.with_name("new.db")
    merge(new, here)
    assert list(called(new).values()) == ["Zoe", "Ann", "Bob"]


def test_existing_names_never_change(here: Path, there: Path) -> None:
    (ann,), (other,) = add_people(here, "Ann"), add_people(there, "Ann")
    merge(here, there)
    merge(there, here)
    assert called(here) == {ann: "Ann", other: f"Ann ({other[-4:]})"}
    assert called(there) == {ann: f"Ann ({ann[-4:]})", other: "Ann"}
    again = merge(here, there)
    assert (again.rows, again.people_renamed) == (0, ())


def test_the_new_name_is_the_same_wherever_they_come(
    here: Path, there: Path, tmp_path: Path
) -> None:
    """Ann from another laptop gets the same name in every database that already has an Ann."""
    (other,) = add_people(there, "Ann")
    names = []
    for name in ("one.db", "two.db"):
        add_people(tmp_path / name, "Ann")
        merge(tmp_path / name, there)
        names.append(called(tmp_path / name)[other])
    third, fourth = tmp_path / "one.db", tmp_path / "four.db"
    add_people(fourth, "Ann")
    merge(fourth, third)
    names.append(called(fourth)[other])
    assert set(names) == {f"Ann ({other[-4:]})"}


@pytest.mark.parametrize(
    ("taken", "name"),
    [
        (set(), "Ann"),
        ({"Ann"}, "Ann (cdef)"),
        ({"Ann", "Ann (cdef)"}, "Ann (bcdef)"),
        ({"ann"}, "Ann"),
    ],
)
def test_names_use_as_much_of_the_id_as_needed(taken: set[str], name: str) -> None:
    assert free_name("Ann", "0123456789abcdef", taken) == name


def test_a_new_name_can_be_used_like_any_other(here: Path, there: Path) -> None:
    add_people(here, "Ann")
    (other,) = add_people(there, "Ann")
    merge(here, there)
    assert add_people(here, f"Ann ({other[-4:]})") == [other]
