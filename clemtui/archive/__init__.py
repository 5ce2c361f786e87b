"""Recorded episodes: finding, reviewing, exporting as documents, erasing."""
