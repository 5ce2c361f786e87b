"""Hostile texts that a player might say; each of them once broke a parser."""

from __future__ import annotations

SAMPLES: tuple[str, ...] = (
    "",
    " ",
    "\n",
    "yes",
    "I don't know.",
    "{}",
    "[]",
    '{"action": null, "graph": [1, 2}',
    "[Proposal: 1 2 3]",
    "{'a': 1}",
    "$TARGET$ ${name} $$ \\1 %s {0}",
    "(((((((((((((",
    "a" * 5000,
    "line one\nline two\r\nline three\n",
    "-1",
    "9" * 400,
    "²",
    "١٢٣",
    "İSTANBUL ŞİMDİ ß ẞ",
    "é vs e\u0301",
    "\u202eright to left\u202c",
    "\u05e9\u05dc\u05d5\u05dd",
    "\u200b\ufeff\u00a0",
    "👩\u200d👩\u200d👧 🏳️\u200d🌈",
    "\x1b[2J\x07\x00",
    "\ud800",
    "\u2028\u2029\x0b\x0c\x85",
)
