"""Tells what earlier calls have written: only that may an output take the place of."""

from __future__ import annotations

import re

# How each format begins. What others write in the same form is not ours: git's own patches have an `index` line, other
# tools' lists of findings do not end in what can be done about them.
_STARTS = (
    rb'\{\s*"version": \d+,\s*"files": \[',
    rb"diff --git [^\n]*\n--- ",
    rb"<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>\n<title>torchfix ",
    rb"<!-- torchfix apply: migration report -->\n",
    rb"[^\n]+:\d+:\d+: [A-Z]+\d+ [^\n]*\[(?:safe fix|unsafe fix|report|fixed)\]\r?\n",
    rb"rewrote [^\n]+ \([\d,]+ fix(?:es)?\)\r?\n",
    rb" *[\d,]+  [A-Z]+\d+ [a-z\d-]+ +[\d,]+ (?:fixed|safe|unsafe|report)\b",
)
_OURS = re.compile(b"|".join(_STARTS))


def is_earlier_output(start: bytes) -> bool:
    """Is a file that begins so one of our outputs?"""
    return _OURS.match(start) is not None
