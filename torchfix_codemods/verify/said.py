"""What a run says on standard error, without what no two runs say alike: the place of log messages and tracebacks.

Progress bars, times and the numbers of source lines go, for a rewriting moves lines; so do warnings, which are compared
for themselves. What then still differs between two runs of the original is noise, as everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from torchfix_codemods.verify.model import Ending

_ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
# As tqdm writes them: `name:  40%|####      | 4/10 [00:01<00:02,  3.1it/s, loss=2]`, `4it [00:01,  3.1it/s]`.
_BAR = re.compile(
    r".*?\[(?:\d+ days?, )?\d+:\d\d(?::\d\d)?[<,][^\]]*\]"
    r"|.*?\d{1,3}%\|[\s\u2580-\u259f#\d]*(?:\|(?:\s*[\d.]+[kMGTP]?/[\d.]+[kMGTP]?)?)?"
)
_WARNING = re.compile(r":\d+: \w*Warning: ")
_TRACEBACK = "Traceback (most recent call last)"
_VOLATILE = (
    (re.compile(r"\b\d{1,2}:\d\d:\d\d(?:[.,]\d+)?"), "<time>"),
    (re.compile(r"(?<![\w.])\d{1,18}(?:\.\d{1,18})? ?\w{1,20}/s(?:ec)?\b"), "<rate>"),
    (re.compile(r"(?<![\w.])\d+(?:\.\d+)? ?(?:[nuµm]?s|secs?|seconds?|mins?|minutes?|h|hours?)\b"), "<time>"),
    (re.compile(r"(?<=\.py)(\"?(?:, line |:|\())\d+"), r"\1<line>"),
    (re.compile(r"(:[\w<>.]+:)\d+(?= - )"), r"\1<line>"),  # loguru
)


def said_lines(text: str, warnings: Iterable[str], ending: Ending) -> list[str]:
    """The lines to compare.

    Args:
        text: all of standard error.
        warnings: what was printed of warnings, letter by letter.
        ending: of a run that fails, only what came before counts, where that can be told.
    """
    for shown in sorted(warnings, key=len, reverse=True):
        text = text.replace(shown, "")
    lines = list(_told(text))
    if ending.is_good:
        return lines
    if ending.timed_out:
        return lines[:-1]
    end = next((number for number, line in enumerate(lines) if _TRACEBACK in line), 0)
    return lines[:end] if ending.crash is not None else []


def without_bars(lines: Iterable[str]) -> list[str]:
    """Lines of which none is a progress bar. A bar has no line end of its own: what follows it on its line stays."""
    rests = ((line, _without_bars(line)) for line in lines)
    return [rest for line, rest in rests if rest == line or rest.strip()]


def _told(text: str) -> Iterator[str]:
    in_traceback = after_warning = False
    for whole in text.replace("\r\n", "\n").split("\n"):
        _, progress, line = _ESCAPE.sub("", whole).rpartition("\r")
        line = (_without_bars(line) if progress else line).rstrip()
        is_inside = line[:1] in (" ", "\t") and (in_traceback or after_warning)
        after_warning = _WARNING.search(line) is not None
        if after_warning or is_inside or not line:
            continue
        in_traceback = _TRACEBACK in line
        for volatile, word in _VOLATILE:
            line = volatile.sub(word, line)
        yield line


def _without_bars(line: str) -> str:
    while (bar := _BAR.match(line)) is not None:
        line = line[bar.end() :]
        if not re.search(r"\w", line):
            return ""
    return line
