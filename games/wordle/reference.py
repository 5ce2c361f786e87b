"""Our own instances in the form of the reference's files."""

from __future__ import annotations

from clemtui.engine import Instance, ReferenceFiles, Texts

from .official import RETRIED, Variant
from .words import words_file

#: The reference's names of the tags that a pack may have.
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
    """An instance as the reference's instance file has it; its prompts stand in the event log.

    What an instance file of ours says of an experiment is there, too, so that it can be read again.
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
