"""Texts: placeholders, tags and options of one language, with an identity."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clemtui.engine import (
    POLICIES,
    REFERENCE,
    UNICODE,
    Texts,
    TextsError,
    base_language,
    nearest,
    placeholders,
    playable_with,
)
from clemtui.engine.texts import substitute

anything = st.text(alphabet=st.characters(exclude_categories=()))
tricky = st.one_of(anything, st.sampled_from(["${b}", "${a}", "$", "\\1", "${", "}"]))

PACK = Texts(
    language="en",
    prompts={"first": "Describe ${target} to ${partner}.", "plain": "Go."},
    tags={"clue": "CLUE:"},
    options={"answers": ("yes", "no")},
    card={"version": "1", "translator": "A. B."},
)


@given(tricky, tricky)
def test_substitution_is_one_pass(one: str, two: str) -> None:
    """Nothing in a value is a placeholder, even if it looks like one."""
    assert substitute("<${a}|${b}|${a}>", {"a": one, "b": two}) == f"<{one}|{two}|{one}>"


def test_placeholders_are_lower_case_names_in_braces() -> None:
    assert placeholders("${a} ${a_1} $b $C$ ${D} ${} ${1a} $${e}") == {"a", "a_1", "e"}


@pytest.mark.parametrize("values", [{}, {"target": "x"}, {"target": "x", "partner": "y", "z": "z"}])
def test_values_must_match_placeholders_exactly(values: dict[str, str]) -> None:
    with pytest.raises(TextsError, match="placeholders do not match"):
        PACK.prompt("first", **values)


def test_an_unknown_prompt_or_tag_is_named() -> None:
    with pytest.raises(TextsError, match="no prompt 'second' in the texts for 'en'"):
        PACK.prompt("second")
    with pytest.raises(TextsError, match="no tag 'guess' in the texts for 'en'"):
        PACK.tag("guess")


def test_a_prompt_may_have_a_value_called_id() -> None:
    assert replace(PACK, prompts={"x": "${id}"}).prompt("x", id="7") == "7"


def test_markers_are_replaced_in_order() -> None:
    """As in the reference: a value that looks like a later marker is replaced as well, a value
    without a marker is ignored, and nothing is strict."""
    official = replace(
        PACK,
        prompts={"first": "$A$ and $B$ and ${c}"},
        markers={"a": "$A$", "b": "$B$"},
    )
    assert official.prompt("first", a="[$B$]", b="2", other="x") == "[2] and 2 and ${c}"
    assert official.prompt("first", b="2") == "$A$ and 2 and ${c}"


@given(
    st.dictionaries(anything, anything, max_size=3), st.dictionaries(anything, anything, max_size=3)
)
def test_texts_round_trip_through_json(prompts: dict[str, str], tags: dict[str, str]) -> None:
    texts = replace(PACK, prompts=prompts, tags=tags, markers={"b": "$B$", "a": "$A$"})
    stored = json.loads(json.dumps(texts.to_json()))
    assert Texts.from_json(stored) == texts
    assert Texts.from_json(stored).hash == texts.hash


def test_unknown_policy_is_an_error() -> None:
    with pytest.raises(KeyError):
        Texts.from_json({**PACK.to_json(), "policy": "martian"})


@pytest.mark.parametrize(
    "other",
    [
        replace(PACK, language="de"),
        replace(PACK, prompts={**PACK.prompts, "plain": "Go!"}),
        replace(PACK, tags={"clue": "HINT:"}),
        replace(PACK, options={"answers": ("no", "yes")}),
        replace(PACK, policy=UNICODE),
        replace(PACK, markers={"a": "$A$"}),
    ],
)
def test_hash_covers_everything_a_player_sees(other: Texts) -> None:
    assert other.hash != PACK.hash


def test_the_card_and_the_order_of_entries_are_not_part_of_the_hash() -> None:
    turned = dict(reversed(list(PACK.prompts.items())))
    assert replace(PACK, card={}, prompts=turned).hash == PACK.hash


def test_the_order_of_markers_is_part_of_the_hash() -> None:
    one = replace(PACK, markers={"a": "$A$", "b": "$B$"})
    two = replace(PACK, markers={"b": "$B$", "a": "$A$"})
    assert one.hash != two.hash


def test_default_policy_is_the_reference() -> None:
    assert PACK.policy is REFERENCE


def speaking(policy: str, **tags: str) -> Texts:
    return Texts(language="xx", prompts={}, tags=tags, policy=POLICIES[policy])


@pytest.mark.parametrize(
    ("policy", "tag", "written", "read"),
    [
        ("east-asian", "表現：", "表現: 十字: 三", "表現： 十字: 三"),
        ("east-asian", "答:", "答：２", "答:２"),
        ("japanese", "DONE", "ＤＯＮＥ", "DONE"),
        ("french", "INDICE:", "INDICE : un mot : deux", "INDICE: un mot : deux"),
        ("french", "INDICE:", "INDICE\u202f: un", "INDICE: un"),
        ("french", "INDICE:", "indice : un", "indice: un"),
        ("unicode", "HINWEIS:", "HINWEIS : ein", "HINWEIS : ein"),
        ("unicode", "é:", "e\u0301: x", "é: x"),
        ("reference", "CLUE:", "CLUE： e\u0301", "CLUE： e\u0301"),
    ],
)
def test_tags_are_read_in_every_accepted_spelling(
    policy: str, tag: str, written: str, read: str
) -> None:
    """Only the tag is corrected; its case and the text around it are kept."""
    assert speaking(policy, tag=tag).tidy(written) == read


def test_longer_tag_wins() -> None:
    texts = speaking("east-asian", guess="词：", agreement="同意词：")
    assert texts.tidy("同意词: 是") == "同意词： 是"


@given(st.text(), st.sampled_from(sorted(POLICIES)))
def test_tidying_is_idempotent(text: str, policy: str) -> None:
    texts = speaking(policy, one="表現：", two="INDICE:", three="الإجابة:")
    tidied = texts.tidy(text)
    assert texts.tidy(tidied) == tidied
    if policy == "reference":
        assert tidied == text


def test_paraphrases_share_the_base_language() -> None:
    assert base_language("en-x-para1") == "en"
    assert base_language("pt-BR") == "pt-BR"
    assert playable_with("en", "en-x-para1")
    assert playable_with(None, "te")
    assert not playable_with("en-x-para1", "en")
    assert not playable_with("pt-BR", "pt")


def test_a_region_is_served_by_its_language_but_not_the_other_way_round() -> None:
    assert nearest("de-AT", ("de", "en")) == "de"
    assert nearest("pt-BR", ("pt-BR", "en")) == "pt-BR"
    assert nearest("fi", ("de", "en")) == "fi"
