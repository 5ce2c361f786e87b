"""How a writer says that it is a program, in the languages of the prompts."""

from __future__ import annotations

from collections.abc import Mapping

_AI, _MODEL = "(?:ai|artificial intelligence)", "(?:large )?(?:ai )?language model"
DISCLOSURES: Mapping[str, str] = {
    "en": rf"\b(?:as|i am|i[\u2019']m|i[\u2019']m just) an? (?:{_AI}|{_MODEL})\b",
    "de": r"\b(?:als|ich bin) (?:eine? )?"
    r"(?:ki|künstliche intelligenz|(?:grosses |ki-)?sprachmodell)\b",
    "fr": r"\b(?:en tant qu[\u2019']|en tant que |je suis une? )"
    r"(?:ia|intelligence artificielle|(?:grand )?modèle de langage)\b",
    "it": r"\b(?:come|in quanto|sono) (?:un[\u2019'] ?|un )?"
    r"(?:ia|intelligenza artificiale|(?:grande )?modello (?:linguistico|di linguaggio))\b",
    "pt": r"\b(?:como|enquanto|sou) (?:uma? )?"
    r"(?:ia|inteligência artificial|(?:grande )?modelo de linguagem)\b",
    "ru": r"\b(?:как|я)(?: —| -)? (?:ии|искусственный интеллект|(?:большая )?языковая модель)\b",
    "tr": r"\b(?:bir )?(?:yapay zek[aâ]|dil) model(?:i olarak|iyim)\b"
    r"|\bbir yapay zek[aâ](?: olarak|y[ıi]m)\b",
    "tk": r"\b(?:emeli (?:aň|intellekt)|(?:uly )?dil modeli)(?: hökmünde|dirin)\b",
    "ar": r"(?:بصفتي|كوني|أنا|باعتباري) (?:نموذج(?:ًا|اً|ا)? لغوي|ذكاءً? اصطناعي)"
    r"|كنموذج لغوي|كذكاء اصطناعي",
    "te": r"(?:ai|కృత్రిమ మేధ(?:స్సు)?|భాషా (?:నమూనా|మోడల్))\s?(?:గా|ని\b|ను\b)",
    "ja": r"(?:ai|人工知能|言語モデル)(?:として|アシスタント)"
    r"|私は(?:ai|人工知能|(?:大規模)?言語モデル)",
    "zh": r"(?:作为|我是)(?:一个|一名|一种|个)?(?:ai|人工智能|(?:大型|大)?语言模型)",
}
"""Regular expressions by language, for text that is case-folded and has single spaces."""
