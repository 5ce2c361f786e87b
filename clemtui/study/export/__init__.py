"""A study as a folder to analyse and share: tables with a data dictionary, texts, a checklist."""
