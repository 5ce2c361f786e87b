"""Players, who fill seats: models, people, scripted players and services."""

from __future__ import annotations
