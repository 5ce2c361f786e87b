"""The protocol of a study: what ``study.toml`` says."""
