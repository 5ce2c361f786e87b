"""Export our own instances in the file format of the reference."""

from __future__ import annotations

from clemtui.engine import Instance, ReferenceFiles, Texts

from .official import RETRIED, Variant
from .words import words_file

#: The reference's names for the tags that a prompt pack may define.
TAGS = {
    "clue": "clue_lang",
    "guess": "guess_lang",
    "explanation": "explanation_lang",
    "feedback": "guess_feedback_lang",
    "agreement": "agreement_lang",
    "guess_agreement": "guess_agreement_lang",
    "agreement_explanation": "agreement_explanation_lang",
}


def reference_files(instance: Instance, texts: Texts, variant: Variant) -> ReferenceFiles:
    """Return an instance in the reference's file format; its prompts are in the event log.

    The fields of our own experiment files are included, so the result can be read back.
    """
    parameters = instance.parameters
    length = parameters["max_word_length"]
    keywords = {theirs: texts.tag(ours) for ours, theirs in TAGS.items()}
    return ReferenceFiles(
        {
            "name": instance.experiment,
            "language": texts.base_language,
            "words": words_file(texts.base_language),
            **parameters,
            "common_config": {
                "n_turns": parameters["n_turns"],
                "retry_error_type": [RETRIED],
                "max_retry_per_error": {RETRIED: parameters["max_retry_per_error"]},
                "max_word_length": length,
            },
            "use_clue": variant.clue,
            "use_critic": variant.critic,
            "lang_keywords": {
                "max_word_length": length,
                **keywords,
                "agreement_match_keywords_lang": list(texts.options["agreement"]),
                "official_words_list": list(instance.lists["words"].words),
            },
        },
        {"game_id": instance.game_id, **instance.data},
    )
