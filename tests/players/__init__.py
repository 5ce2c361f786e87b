"""Tests of the players."""

from __future__ import annotations
