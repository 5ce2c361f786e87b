"""The translators' bench: language packs listed, checked, compared, started and stamped."""
