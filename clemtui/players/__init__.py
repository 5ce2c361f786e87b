"""Who fills a seat: models, people, scripted players and services."""

from __future__ import annotations
