"""What earlier runs found out, in `.torchfix_cache` at a project's root: a second run reads only what has changed.

A file is known by its size and time of change, else by the hash of its content. The cache is JSON, so one that somebody
else wrote cannot run code; at worst it hides findings, as a `# noqa` would. One that is damaged counts as empty.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any

from torchfix_codemods.analysis.inference.kinds import Evidence
from torchfix_codemods.analysis.project.project import FileFacts
from torchfix_codemods.codemod import Applicability
from torchfix_codemods.result import FixResult, Reported, Span, TextChange

FOLDER = ".torchfix_cache"
_FORMAT = 2
_FILE = "results.json"
_BESIDES = {
    ".gitignore": "*\n",
    # https://bford.info/cachedir/: backup programs pass such folders by
    "CACHEDIR.TAG": "Signature: 8a477f597d28d172789f06886806bc55\n# A cache of torchfix-codemods.\n",
}
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
    content: str
    facts: str = ""
    context: str = ""
    result: list[Any] | None = None

    def is_of(self, size: int, mtime_ns: int) -> bool:
        """Is this still the same file, as far as can be told without reading it?"""
        return self.mtime_ns == mtime_ns and self.size == size


@dataclass
class Cache:
    """The cache of one project.

    `projects` leads from the digest of all files' single facts to that of their facts together. `problem` says why the
    cache cannot be kept, once that is so.
    """

    root: Path
    entries: dict[str, Entry] = field(default_factory=dict)
    projects: dict[str, str] = field(default_factory=dict)
    problem: str = ""
    started_ns: int = field(default_factory=time.time_ns)
    _facts: dict[str, Any] | None = None
    _facts_line: bytes = b"{}"
    _dirty: bool = False

    @classmethod
    def load(cls, root: Path) -> Cache:
        """The cache at a project's root; an empty one where there is none that can be used."""
        cache = cls(root)
        if (root / FOLDER).is_symlink():
            cache.problem = f"{FOLDER} is a link, so it is not used"
            return cache
        try:
            first, cache._facts_line = (root / FOLDER / _FILE).read_bytes().split(b"\n", 1)
            header = json.loads(first)
            if header["format"] == _FORMAT:
                cache.entries = {path: Entry(*values) for path, values in header["files"].items()}
                cache.projects = dict(header["projects"])
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return cls(root)
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

    def remember_project(self, key: str, project: str) -> None:
        """Note the digest of what files with these facts say together."""
        if self.projects.get(key) == project:
            return
        self.projects = dict([*self.projects.items(), (key, project)][-_PROJECTS:])
        self._dirty = True

    def add_facts(self, facts: FileFacts) -> str:
        """Keep a file's facts, return the digest they are kept under."""
        key = facts_digest(facts)
        known = self._known_facts()
        if key not in known:
            known[key] = _facts_values(facts)
            self._dirty = True
        return key

    def facts(self, key: str) -> FileFacts | None:
        """The facts that are kept under a digest."""
        try:
            facts = FileFacts(*map(_as_tuples, self._known_facts()[key]))
            return facts if facts_digest(facts) == key else None
        except (KeyError, ValueError, TypeError):
            return None

    def save(self) -> None:
        """Write the cache if it has changed. Never raises: `problem` says what stood in the way."""
        if not self._dirty or self.problem:
            return
        self._drop_vanished()
        files = {
            path: [entry.size, entry.mtime_ns, entry.content, entry.facts, entry.context, entry.result]
            for path, entry in self.entries.items()
        }
        header = {"format": _FORMAT, "files": files, "projects": self.projects}
        used = {entry.facts for entry in self.entries.values()}
        facts = {key: values for key, values in self._known_facts().items() if key in used}
        lines = [json.dumps(part, separators=(",", ":")) for part in (header, facts)]
        try:
            _write(self.root / FOLDER, "\n".join(lines).encode())
        except OSError as error:
            self.problem = f"the cache {self.root / FOLDER} cannot be written: {error.strerror}"

    def _known_facts(self) -> dict[str, Any]:
        """All facts; parsed when first asked for, as a run over unchanged files never is."""
        if self._facts is None:
            try:
                facts = json.loads(self._facts_line)
            except (ValueError, RecursionError):
                facts = {}
            self._facts = facts if isinstance(facts, dict) else {}
        return self._facts

    def _drop_vanished(self) -> None:
        gone = [path for path in self.entries if not (self.root / path).exists()]
        for path in gone:
            del self.entries[path]

    def _key(self, path: Path) -> str:
        """A file's path below the root, so that a project can move; in full elsewhere."""
        text, root = str(path), f"{self.root}{os.sep}"
        return text[len(root) :] if text.startswith(root) else text


def content_hash(data: bytes) -> str:
    """A short name for these bytes that no other bytes have."""
    return blake2b(data, digest_size=16).hexdigest()


def digest(value: object) -> str:
    """A short name for a value made of plain data, by its `repr`."""
    return blake2b(repr(value).encode("utf-8", "backslashreplace"), digest_size=16).hexdigest()


def facts_digest(facts: FileFacts) -> str:
    """A short name for one file's facts."""
    return digest(_facts_values(facts))


def _facts_values(facts: FileFacts) -> list[Any]:
    """All fields as JSON has them."""
    return [_as_lists(getattr(facts, part.name)) for part in fields(facts)]


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
        ValueError, TypeError: the values are something else.
    """
    if values is None:
        return FixResult(path)
    findings, unused = values
    return FixResult(
        path,
        findings=tuple(_unpacked(finding) for finding in findings),
        unused_suppressions=tuple((int(line), str(text)) for line, text in unused),
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
        "evidence": finding.evidence and [finding.evidence.line, finding.evidence.text],
        "cell": finding.cell,
        "changes": [[_ends(change.span), change.content] for change in finding.changes],
        "fixable": finding.fixable,
    }


def _unpacked(values: Mapping[str, Any]) -> Reported:
    if not isinstance(values, dict):
        raise TypeError("a finding must be a table")
    plain = Reported(**{**values, "span": Span(*values["span"])})
    return replace(
        plain,
        applicability=Applicability(values["applicability"]),
        evidence=Evidence(*values["evidence"]) if values["evidence"] else None,
        changes=tuple(TextChange(Span(*span), content) for span, content in values["changes"]),
    )


def _ends(span: Span) -> list[int]:
    return [span.line, span.column, span.end_line, span.end_column]


def _write(folder: Path, data: bytes) -> None:
    """Put the cache in place of the old one, in one step."""
    folder.mkdir(exist_ok=True)
    for name, text in _BESIDES.items():
        if not (folder / name).exists():
            (folder / name).write_text(text, "utf-8")
    new = folder / f"{_FILE}.{os.getpid()}"
    try:
        new.write_bytes(data)
        new.replace(folder / _FILE)
    finally:
        new.unlink(missing_ok=True)
