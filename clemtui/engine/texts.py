"""Texts: a game's wording in one language, from a language pack or an official instance.

Placeholders, tags and options come from one object, so what a prompt asks for always agrees with
what the parser accepts.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from clemtui.engine.hashing import sha256
from clemtui.engine.policy import POLICIES, REFERENCE, TextPolicy

_BLANK_BEFORE_COLON = re.compile(r"\s+(?=:)")
_BRACED = re.compile(r"\$\{([a-z][a-z0-9_]*)\}")


class TextsError(ValueError):
    """A text is missing, or its placeholders do not match the values given; the message says
    which."""


@lru_cache(maxsize=256)
def placeholders(template: str) -> frozenset[str]:
    """Return the names of the ``${name}`` placeholders of a template."""
    return frozenset(_BRACED.findall(template))


def substitute(template: str, values: Mapping[str, str]) -> str:
    """Replace each ``${name}`` by its value, in one pass: values are not substituted again.

    Raises:
        TextsError: if a placeholder has no value or a value no placeholder.
    """
    wanted = placeholders(template)
    if wanted != values.keys():
        missing, extra = sorted(wanted - values.keys()), sorted(values.keys() - wanted)
        raise TextsError(
            f"placeholders do not match: no value for {missing}, unused values {extra}"
        )
    return _BRACED.sub(lambda match: values[match[1]], template)


def base_language(tag: str) -> str:
    """Return a tag without its private-use part: ``en`` for the paraphrase ``en-x-para1``."""
    return tag.partition("-x-")[0]


def nearest(tag: str, known: Collection[str]) -> str:
    """Return the known language that serves a tag: the tag itself, or the language without its
    region (``de`` for ``de-AT``). If neither is known, return the tag."""
    bare = tag.partition("-")[0]
    return bare if tag not in known and bare in known else tag


def playable_with(task: str | None, prompts: str) -> bool:
    """Return whether a task in a language (None: any) can be played with the prompts of another
    tag.

    It can with prompts in its own language, in any wording.
    """
    return task is None or task in (prompts, base_language(prompts))


@dataclass(frozen=True)
class Texts:
    """A game's wording in one language.

    Attributes:
        language: BCP 47 tag of the prompt language.
        prompts: templates by id, with ``${name}`` placeholders.
        tags: what marks the parts of a response, e.g. ``CLUE:``.
        options: answer options by id, in the game's order.
        policy: how text of the language is compared.
        card: where the texts come from: version, translator, reviewer, licence.
        markers: for an official instance's own prompts: the reference's placeholder of each value
            (``$TARGET_WORD$``), replaced one after the other in this order, as the reference does.
    """

    language: str
    prompts: Mapping[str, str]
    tags: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    policy: TextPolicy = REFERENCE
    card: Mapping[str, Any] = field(default_factory=dict)
    markers: Mapping[str, str] = field(default_factory=dict)

    @property
    def base_language(self) -> str:
        """The prompt language without a marker of its wording (``en`` for ``en-x-para1``)."""
        return base_language(self.language)

    @cached_property
    def hash(self) -> str:
        """The identity of the experiment material: everything except the card."""
        return sha256(
            {
                "language": self.language,
                "prompts": dict(self.prompts),
                "tags": dict(self.tags),
                "options": {id: list(options) for id, options in self.options.items()},
                "policy": self.policy.name,
                "markers": list(self.markers.items()),
            }
        )

    def prompt(self, id: str, /, **values: str) -> str:
        """Return a prompt with its values filled in.

        Raises:
            TextsError: if there is no such prompt or the values do not match its placeholders.
        """
        try:
            template = self.prompts[id]
        except KeyError:
            raise TextsError(f"no prompt {id!r} in the texts for {self.language!r}") from None
        if not self.markers:
            return substitute(template, values)
        for name, marker in self.markers.items():
            if name in values:
                template = template.replace(marker, values[name])
        return template

    def tag(self, id: str) -> str:
        """Return a tag.

        Raises:
            TextsError: if there is no such tag.
        """
        try:
            return self.tags[id]
        except KeyError:
            raise TextsError(f"no tag {id!r} in the texts for {self.language!r}") from None

    def tidy(self, text: str) -> str:
        """Return a response in the form in which it is parsed.

        It is normalised, and every tag is rewritten as in the texts if the language's policy
        accepts another spelling. With the reference's policy, the text is unchanged.
        """
        if not self.policy.forgives:
            return text
        if not self.tags:
            return self.policy.normalise(text)
        return self._tag_pattern.sub(self._canonical_tag, self.policy.normalise(text))

    @cached_property
    def _tag_pattern(self) -> re.Pattern[str]:
        """Matches any tag in any spelling that the policy accepts; the longest tag is tried
        first."""
        tags = sorted(self.tags.values(), key=len, reverse=True)
        return re.compile("|".join(map(self.policy.tag_pattern, tags)), re.IGNORECASE)

    def _canonical_tag(self, found: re.Match[str]) -> str:
        """Return a tag as the texts write it, but keeping its letter case."""
        fold = self.policy.fold
        written = _BLANK_BEFORE_COLON.sub("", found[0])
        for tag in map(self.policy.normalise, self.tags.values()):
            pattern = self.policy.tag_pattern(tag)
            if len(tag) == len(written) and re.fullmatch(pattern, written, re.IGNORECASE):
                return "".join(
                    mine if fold(mine) == fold(theirs) else fold(theirs)
                    for mine, theirs in zip(tag, written, strict=True)
                )
        return found[0]

    def to_json(self) -> dict[str, Any]:
        """Return the complete content, recorded once by hash; `from_json` reads it."""
        return {
            "language": self.language,
            "prompts": dict(self.prompts),
            "tags": dict(self.tags),
            "options": {id: list(options) for id, options in self.options.items()},
            "policy": self.policy.name,
            "card": dict(self.card),
            "markers": list(self.markers.items()),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Texts:
        """Read recorded texts.

        Raises:
            KeyError: if this version does not know the text policy.
        """
        return cls(
            language=data["language"],
            prompts=data["prompts"],
            tags=data["tags"],
            options={id: tuple(options) for id, options in data["options"].items()},
            policy=POLICIES[data["policy"]],
            card=data["card"],
            markers=dict(data["markers"]),
        )


class Rendered(NamedTuple):
    """A prompt as given out: its id, its values and the resulting text."""

    id: str
    values: Mapping[str, str]
    text: str


@dataclass(frozen=True)
class RecordingTexts(Texts):
    """Texts that record every prompt they return, in order."""

    rendered: list[Rendered] = field(default_factory=list, compare=False, repr=False)

    @classmethod
    def of(cls, texts: Texts) -> RecordingTexts:
        """Return the same texts with an empty record."""
        return cls(**{each.name: getattr(texts, each.name) for each in fields(Texts)})

    def prompt(self, id: str, /, **values: str) -> str:
        text = super().prompt(id, **values)
        self.rendered.append(Rendered(id, values, text))
        return text
