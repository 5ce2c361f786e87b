"""Our own instances: reproducible from a seed, and the same task in every language."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from types import ModuleType

import pytest

from clemtui.catalogue import open_catalogue
from games.privateshared.tools.build_instances import written

FOLDER = Path(open_catalogue().family("privateshared").folder)
LANGUAGES = sorted(path.stem for path in FOLDER.glob("generate/data/values/*.toml"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_files_are_those_of_the_shipped_seed(language: str) -> None:
    assert (FOLDER / f"instances/{language}.json").read_text("utf-8") == written(language)


def test_there_are_as_many_instances_as_in_the_benchmark(
    generator: ModuleType, domains: ModuleType
) -> None:
    experiments = generator.generate("en", 5)["experiments"]
    assert [e["name"] for e in experiments] == list(domains.DOMAINS)
    assert [len(e["game_instances"]) for e in experiments] == [10] * 5
    sizes = [len(e["game_instances"][0]["slots"]) for e in experiments]
    assert sizes == [5, 5, 5, 15, 10]


def test_another_seed_gives_other_instances(generator: ModuleType) -> None:
    assert generator.generate("en", 1) == generator.generate("en", 1)
    assert generator.generate("en", 1) != generator.generate("en", 2)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_languages_have_the_same_tasks(generator: ModuleType, language: str) -> None:
    """Everything except the values is equal, and the values are translations of each other."""
    english, other = generator.VALUES["en"], generator.VALUES[language]
    for one, two in zip(
        generator.generate("en", 3)["experiments"],
        generator.generate(language, 3)["experiments"],
        strict=True,
    ):
        domain = one["domain"]
        for mine, theirs in zip(one["game_instances"], two["game_instances"], strict=True):
            assert {**mine, "slots": 0} == {**theirs, "slots": 0}
            for (slot, value), (_, there) in zip(mine["slots"], theirs["slots"], strict=True):
                if domain == generator.NUMBERS:
                    assert value == there
                else:
                    places = english[domain][slot].index(value), other[domain][slot].index(there)
                    assert places[0] == places[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_value_contains_another(generator: ModuleType, language: str) -> None:
    """An answer that gives one value must not also match another one."""
    key = open_catalogue().packs("privateshared")[language].texts.policy.key
    for domain, slots in generator.VALUES[language].items():
        values = [key(value) for known in slots.values() for value in known]
        found = [(a, b) for a, b in permutations(values, 2) if a in b]
        assert found == [], domain


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_value_has_its_translation(
    generator: ModuleType, domains: ModuleType, language: str
) -> None:
    english, other = generator.VALUES["en"], generator.VALUES[language]
    for domain, slots in domains.DOMAINS.items():
        if domain == generator.NUMBERS:
            continue
        assert list(other[domain]) == list(english[domain]) == list(slots)
        for slot in slots:
            known = english[domain][slot], other[domain][slot]
            assert len(set(known[0])) == len(set(known[1])) == len(known[0]) >= 6


def test_numbers_have_four_digits_and_differ(generator: ModuleType) -> None:
    for seed in range(20):
        numbers = generator._numbers(10, f"{seed}")
        assert len(set(numbers)) == 10
        assert all(len(number) == 4 and number.isdecimal() for number in numbers)


def test_a_single_instance_is_of_any_domain(generator: ModuleType, domains: ModuleType) -> None:
    found = {generator.generate_one("en", seed)[0] for seed in range(40)}
    assert found == set(domains.DOMAINS)


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(LookupError, match="no values for the language 'fi'"):
        open_catalogue().game("privateshared").generate("fi", 1)
