"""What earlier runs found out about a project: a second run reads only what has changed.

A file is known by its size and times of change, else by the hash of its content. The cache is two lines of JSON below
one with their hashes, and every value is looked at before it is used: one that is damaged in any way counts as empty.
The second line, by far the longer, is neither parsed nor hashed in a run that finds all files as they were.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from hashlib import blake2b
from pathlib import Path
from typing import Any

from torchfix_codemods.analysis.inference.kinds import Evidence
from torchfix_codemods.analysis.project.interface import Interface, from_lists
from torchfix_codemods.cache_file import VARIABLE, UntrustedError, cache_file, read_cache, write_cache
from torchfix_codemods.codemod import Applicability
from torchfix_codemods.result import FixResult, Reported, Span, TextChange
from torchfix_codemods.sources import Source

_FORMAT = 4
_PROJECTS = 8  # so many sets of files that are run on in turn
# File systems count time in ticks of up to two seconds: a file may change twice within one.
_TICK_NS = 2_000_000_000


@dataclass(slots=True)
class Entry:
    """What is known about one file.

    `facts` is the digest of its facts, `context` that of everything besides the content which decided on `result`
    (empty: nothing decided yet), `result` the findings as JSON values, None for a clean file.
    """

    size: int
    mtime_ns: int
    ctime_ns: int  # unlike the other time, nobody can set it
    content: str
    facts: str = ""
    context: str = ""
    result: list[Any] | None = None

    def is_of(self, source: Source) -> bool:
        """Is this still the same file, as far as can be told without reading it?"""
        return self.mtime_ns == source.mtime_ns and self.ctime_ns == source.ctime_ns and self.size == source.size

    @classmethod
    def of_values(cls, values: list[Any]) -> Entry:
        """The entry that JSON values stand for.

        Raises:
            TypeError: they stand for none.
        """
        kinds = tuple(map(type, values))
        if kinds not in _ENTRY_KINDS:
            raise TypeError("an entry holds something else")
        return cls(*values)


_ENTRY_PARTS = tuple(part.name for part in fields(Entry))
_FIELDS_OF_FINDING = len(fields(Reported))
_ENTRY_KINDS = ((int, int, int, str, str, str, type(None)), (int, int, int, str, str, str, list))


@dataclass
class Cache:
    """The cache of one project.

    `projects` leads from the digest of all files' single facts to what decides on each file (`plan.related`).
    `file` is where it is kept, None for nowhere. `problem` says why it cannot be written, once that is so.
    """

    root: Path
    file: Path | None = None
    entries: dict[str, Entry] = field(default_factory=dict)
    projects: dict[str, dict[str, str]] = field(default_factory=dict)
    problem: str = ""
    started_ns: int = field(default_factory=time.time_ns)
    _facts: dict[str, Any] | None = None
    _facts_line: memoryview = field(default_factory=lambda: memoryview(b"{}"))
    _facts_hash: bytes = b""  # of that line, as the file says; empty for the line of a new cache
    _dirty: bool = False

    @classmethod
    def load(cls, root: Path) -> Cache:
        """The cache of a project; an empty one where there is none that can be trusted and used."""
        cache = cls(root)
        try:
            cache.file = cache_file(root)
        except UntrustedError:
            return cache
        try:
            first, facts_line, facts_hash = _unsealed(read_cache(cache.file) or b"")
            header = json.loads(first)
            entries = {path: Entry.of_values(values) for path, values in header["files"].items()}
            projects = header["projects"]
            if type(projects) is not dict or not all(map(_is_table, projects.values())):
                raise TypeError("the projects are something else")
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return cache
        cache.entries, cache.projects = entries, projects
        cache._facts_line, cache._facts_hash = facts_line, facts_hash
        return cache

    def entry(self, path: Path) -> Entry | None:
        """What is known about a file, which may have changed since."""
        return self.entries.get(self._key(path))

    def remember(self, path: Path, entry: Entry) -> None:
        """Note what is known about a file that was read since the cache was loaded.

        Its time of change counts only if the file cannot have changed once more within the same tick.
        """
        if entry.mtime_ns > self.started_ns - _TICK_NS:
            entry.mtime_ns = -1
        key = self._key(path)
        self._dirty |= self.entries.get(key) != entry
        self.entries[key] = entry

    def remember_project(self, key: str, project: dict[str, str]) -> None:
        """Note what decides on each file, where the files have these facts."""
        if self.projects.get(key) == project:
            return
        self.projects = dict([*self.projects.items(), (key, project)][-_PROJECTS:])
        self._dirty = True

    def add_facts(self, facts: Interface) -> str:
        """Keep a file's facts, return the digest they are kept under."""
        key = facts_digest(facts)
        known = self._known_facts()
        if key not in known:
            known[key] = facts
            self._dirty = True
        return key

    def facts(self, key: str) -> Interface | None:
        """The facts that are kept under a digest."""
        try:
            facts = from_lists(self._known_facts()[key])
            return facts if facts_digest(facts) == key else None
        except (KeyError, ValueError, TypeError, RecursionError):
            return None

    def save(self) -> None:
        """Write the cache if it has changed. Never raises: `problem` says what stood in the way."""
        if not self._dirty or self.file is None:
            return
        self._drop_vanished()
        files = {path: [getattr(entry, part) for part in _ENTRY_PARTS] for path, entry in self.entries.items()}
        header = {"files": files, "projects": self.projects}
        used = {entry.facts for entry in self.entries.values()}
        facts = {key: values for key, values in self._known_facts().items() if key in used}
        lines = [json.dumps(part, separators=(",", ":")) for part in (header, facts)]
        try:
            write_cache(self.file, _sealed(*(line.encode() for line in lines)))
        except UntrustedError:
            return
        except OSError as error:
            self.problem = (
                f"the cache in {self.file.parent} cannot be written: {error.strerror}; "
                f"set {VARIABLE} to another folder, or use --no-cache"
            )

    def _known_facts(self) -> dict[str, Any]:
        """All facts; parsed when first asked for, as a run over unchanged files never is."""
        if self._facts is None:
            try:
                if self._facts_hash not in (b"", _hash(self._facts_line)):
                    raise ValueError("the facts are damaged")
                facts = json.loads(bytes(self._facts_line))
            except (ValueError, RecursionError):
                facts = {}
                self.entries.clear()  # a later run begins anew
            self._facts = facts if isinstance(facts, dict) else {}
            self._facts_line = memoryview(b"{}")
        return self._facts

    def _drop_vanished(self) -> None:
        gone = [path for path in self.entries if not (self.root / path).exists()]
        for path in gone:
            del self.entries[path]

    def _key(self, path: Path) -> str:
        """A file's path below the root, so that a project can move; in full elsewhere."""
        text, root = str(path), f"{self.root}{os.sep}"
        return text[len(root) :] if text.startswith(root) else text


def _is_table(value: object) -> bool:
    """Is it a table of texts by text?"""
    return type(value) is dict and all(type(text) is str for text in value.values())


def content_hash(data: bytes) -> str:
    """A short name for these bytes that no other bytes have."""
    return blake2b(data, digest_size=16).hexdigest()


def digest(value: object) -> str:
    """A short name for a value made of plain data, by its `repr`."""
    return blake2b(repr(value).encode("utf-8", "backslashreplace"), digest_size=16).hexdigest()


def facts_digest(facts: Interface) -> str:
    """A short name for one file's facts."""
    return digest(facts)


def _as_lists(value: Any) -> Any:
    return [_as_lists(item) for item in value] if isinstance(value, tuple) else value


def _as_tuples(value: Any) -> Any:
    return tuple(_as_tuples(item) for item in value) if isinstance(value, list) else value


def code_version(packages: Iterable[Path]) -> str:
    """A digest of the state of the program's own files, which in a checkout change without a new version number."""
    state: list[tuple[str, int, int]] = []
    for folder in sorted(packages):
        with os.scandir(folder) as listing:
            files = sorted((entry for entry in listing if entry.name.endswith(".py")), key=lambda entry: entry.name)
            for entry in files:
                status = entry.stat()
                state.append((entry.path, status.st_size, status.st_mtime_ns))
    return digest(state)


def packed(result: FixResult) -> list[Any] | None:
    """A result without a changed text, as JSON values; None if nothing was found."""
    if not result.findings and not result.unused_suppressions:
        return None
    return [[_packed(finding) for finding in result.findings], [list(unused) for unused in result.unused_suppressions]]


def unpacked(path: str, values: Sequence[Any] | None) -> FixResult:
    """The result that `packed` made values of.

    Raises:
        ValueError, TypeError, KeyError: the values are something else.
    """
    if values is None:
        return FixResult(path)
    findings, unused = map(_list, values)
    return FixResult(
        path,
        findings=tuple(_unpacked(finding) for finding in findings),
        unused_suppressions=tuple((_count(line), _text(text)) for line, text in map(_list, unused)),
    )


def _packed(finding: Reported) -> Mapping[str, Any]:
    return {
        "code": finding.code,
        "name": finding.name,
        "span": _ends(finding.span),
        "message": finding.message,
        "applicability": finding.applicability.value,
        "fixed": finding.fixed,
        "reason": finding.reason,
        "evidence": _shown(finding.evidence),
        "cell": finding.cell,
        "changes": [[_ends(change.span), change.content] for change in finding.changes],
        "fixable": finding.fixable,
        "stops": finding.stops,
        "together": sorted(finding.together),
    }


def _unpacked(values: Any) -> Reported:
    if type(values) is not dict or len(values) != _FIELDS_OF_FINDING:
        raise TypeError("a finding must be a table with all its fields")
    evidence, cell = values["evidence"], values["cell"]
    if evidence is not None:
        line, text, path = _list(evidence)
        evidence = Evidence(_count(line), _text(text), _text(path))
    return Reported(
        code=_text(values["code"]),
        name=_text(values["name"]),
        span=_span(values["span"]),
        message=_text(values["message"]),
        applicability=Applicability(values["applicability"]),
        fixed=_switch(values["fixed"]),
        reason=_text(values["reason"]),
        evidence=evidence,
        cell=None if cell is None else _count(cell),
        changes=tuple(
            TextChange(_span(span), _text(content)) for span, content in map(_list, _list(values["changes"]))
        ),
        fixable=_switch(values["fixable"]),
        stops=_switch(values["stops"]),
        together=frozenset(map(_text, _list(values["together"]))),
    )


def _shown(evidence: Evidence | None) -> list[Any] | None:
    return None if evidence is None else [evidence.line, evidence.text, evidence.path]


def _ends(span: Span) -> list[int]:
    return [span.line, span.column, span.end_line, span.end_column]


def _span(values: Any) -> Span:
    span = Span(*map(_count, _list(values)))
    if span.line < 1 or span.column < 1 or (span.line, span.column) > (span.end_line, span.end_column):
        raise ValueError("a span ends before it begins")
    return span


def _list(value: Any) -> list[Any]:
    if type(value) is not list:
        raise TypeError("must be a list")
    return value


def _text(value: Any) -> str:
    if type(value) is not str:
        raise TypeError("must be a text")
    return value


def _switch(value: Any) -> bool:
    if type(value) is not bool:
        raise TypeError("must be true or false")
    return value


def _count(value: Any) -> int:
    if type(value) is not int or not 0 <= value < 1 << 31:
        raise TypeError("must be a number of something")
    return value


def _sealed(first: bytes, facts: bytes) -> bytes:
    """Two lines below one that goes with them only."""
    return b"\n".join((_seal(first, len(facts), _hash(facts)), first, facts))


def _unsealed(data: bytes) -> tuple[bytes, memoryview, bytes]:
    """The two lines that were sealed, the second as long as it was and yet to be compared with its hash.

    Raises:
        ValueError: this is not what was sealed.
    """
    end = data.index(b"\n")
    second = data.index(b"\n", end + 1) + 1
    seal, first, facts = data[:end], data[end + 1 : second - 1], memoryview(data)[second:]
    facts_hash = seal.rpartition(b" ")[2]
    if not facts_hash or seal != _seal(first, len(facts), facts_hash):
        raise ValueError("the cache is damaged")
    return first, facts, facts_hash


def _seal(first: bytes, length: int, facts_hash: bytes) -> bytes:
    return b"torchfix-codemods cache %d %s %d %s" % (_FORMAT, _hash(first), length, facts_hash)


def _hash(data: bytes | memoryview) -> bytes:
    return blake2b(data).hexdigest().encode()
