"""Two versions of a project: as it is, and as the rules (or some of their edits) or the user would have it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Protocol

from torchfix_codemods.fix import Site
from torchfix_codemods.outcomes import FileOutcome
from torchfix_codemods.registry import known_rules, load
from torchfix_codemods.result import Problem
from torchfix_codemods.run import Run, RunRequest
from torchfix_codemods.settings import resolver
from torchfix_codemods.sources import Source, discover
from torchfix_codemods.verify.hunks import applied, changes_between
from torchfix_codemods.verify.model import Edit, VerifyError
from torchfix_codemods.verify.sandbox import Files


class Versions(Protocol):
    """A project before and after, and its changes one by one."""

    @property
    def before(self) -> Files:
        """The files that change, as they are."""

    @property
    def after(self) -> Files:
        """The files that change, as they become."""

    @property
    def edits(self) -> Sequence[Edit]:
        """The changes, in order."""

    def with_only(self, edits: Sequence[Edit]) -> Files | None:
        """The files that change with these edits alone; None where they cannot be made alone."""


@dataclass
class Rewritten:
    """A folder with all its files, rewritten by rules.

    `outcomes` are those of all files; `problems` what could not be looked at or understood.
    """

    folder: Path
    sources: tuple[Source, ...]
    outcomes: tuple[FileOutcome, ...]
    problems: tuple[Problem, ...] = ()
    reached: frozenset[str] = frozenset()  # files that a script imports, and itself; empty for all

    def limited_to(self, names: frozenset[str]) -> Rewritten:
        """The same project, of which only these files are rewritten."""
        return replace(self, outcomes=tuple(one for one in self.outcomes if self.name(one) in names))

    @property
    def before(self) -> Files:
        return {
            self.name(outcome): outcome.before or b"" for outcome in self.outcomes if outcome.result.after is not None
        }

    @property
    def after(self) -> Files:
        return _after(self.outcomes, self.folder)

    @property
    def edits(self) -> tuple[Edit, ...]:
        return tuple(self._sites)

    @property
    def rules(self) -> Mapping[str, int]:
        """How many edits each rule has made in the files that the script reaches, by `code name`."""
        fixed = (finding for outcome in self._reached() for finding in outcome.result.findings if finding.fixed)
        return Counter(f"{finding.code} {finding.name}" for finding in fixed)

    @property
    def announced(self) -> Mapping[str, str]:
        """Kind of difference -> the rules that have made edits and announce it."""
        codes = {edit.code for edit in self.edits}
        plugins = tuple(sorted({plugin for source in self.sources for plugin in source.settings.plugins}))
        kinds: dict[str, list[str]] = {}
        for info in known_rules(plugins):
            if info.code in codes:
                for kind in load(info).expected:
                    kinds.setdefault(kind, []).append(info.code)
        return {kind: ", ".join(rules) for kind, rules in kinds.items()}

    def with_only(self, edits: Sequence[Edit]) -> Files | None:
        only = frozenset(site for edit in edits for site in self._sites[edit])
        run = Run(self.sources, RunRequest(use_cache=False, only=only))
        names = {self.name(outcome) for outcome in self.outcomes}
        return {name: content for name, content in _after(tuple(run), self.folder).items() if name in names}

    @cached_property
    def _sites(self) -> dict[Edit, list[Site]]:
        """What is one edit for the user: all that a rule does at a line."""
        sites: dict[Edit, list[Site]] = {}
        for outcome in self._reached():
            messages: dict[Site, str] = {}
            for finding in outcome.result.findings:
                if finding.fixed:
                    site = Site(outcome.result.path, finding.code, finding.span.line)
                    messages.setdefault(site, finding.message)
            for site, message in messages.items():
                sites.setdefault(Edit(site.path, site.line, site.code, message), []).append(site)
        return self._with_others(sites)

    def _with_others(self, sites: dict[Edit, list[Site]]) -> dict[Edit, list[Site]]:
        """The sites of each edit with those that are rewritten with them in other files: the first stands for all."""
        group_of: dict[Site, frozenset[str]] = {}
        for outcome in self._reached():
            for finding in outcome.result.findings:
                if finding.fixed and finding.together:
                    site = Site(outcome.result.path, finding.code, finding.span.line)
                    group_of[site] = finding.together
        if not group_of:
            return sites
        first: dict[frozenset[str], Edit] = {}
        joined: dict[Edit, list[Site]] = {}
        for edit, own in sites.items():
            group = next((group_of[site] for site in own if site in group_of), None)
            joined.setdefault(edit if group is None else first.setdefault(group, edit), []).extend(own)
        return joined

    def _reached(self) -> list[FileOutcome]:
        return [one for one in self.outcomes if not self.reached or self.name(one) in self.reached]

    def called(self, side: int) -> Mapping[str, str]:
        return {}

    def name(self, outcome: FileOutcome) -> str:
        """What the project calls a file."""
        return outcome.source.path.relative_to(self.folder).as_posix()


@dataclass
class Given:
    """Two versions of one file that the user has. An edit is a stretch of lines that differ.

    `path` and `new_path` are what the user calls the two; in the copies both have the old one's name.
    """

    name: str
    old: bytes
    new: bytes
    path: str = ""
    new_path: str = ""
    rules: Mapping[str, int] = field(default_factory=dict)
    announced: Mapping[str, str] = field(default_factory=dict)

    @property
    def before(self) -> Files:
        return {self.name: self.old}

    @property
    def after(self) -> Files:
        return {self.name: self.new}

    @property
    def edits(self) -> tuple[Edit, ...]:
        return tuple(
            Edit(self.path or self.name, change.line, "", change.shown)
            for change in changes_between(self.old, self.new)
        )

    def called(self, side: int) -> Mapping[str, str]:
        path = (self.path, self.new_path)[side]
        return {self.name: path} if path else {}

    def with_only(self, edits: Sequence[Edit]) -> Files | None:
        lines = {edit.line for edit in edits}
        changes = [change for change in changes_between(self.old, self.new) if change.line in lines]
        text = applied(self.old, changes)
        return {self.name: text} if _is_python(text) else None


def rewritten(folder: Path, scripts: Sequence[Path], settings: Mapping[str, object]) -> Rewritten:
    """Rewrite all files of a folder, and scripts in it that no pattern may exclude.

    Raises:
        SettingsError, UnknownRuleError, RegistryError: the settings cannot be used.
        VerifyError: a script cannot be rewritten.
    """
    found = discover([folder, *scripts], resolver(**settings))
    outcomes = tuple(Run(found.sources, RunRequest(use_cache=False)))
    wanted = {path.resolve() for path in scripts}
    for outcome in outcomes:
        if outcome.source.path in wanted and outcome.result.failed:
            problem = outcome.result.problems[0]
            place = f"{problem.path}:{problem.line}" if problem.line else problem.path
            raise VerifyError(f"{place}: {problem.reason}{f'; {problem.hint}' if problem.hint else ''}")
    problems = [*found.problems, *(p for outcome in outcomes for p in outcome.result.problems)]
    return Rewritten(folder.resolve(), found.sources, outcomes, tuple(problems))


def _after(outcomes: Sequence[FileOutcome], folder: Path) -> Files:
    return dict(_changed(outcomes, folder))


def _changed(outcomes: Sequence[FileOutcome], folder: Path) -> Iterator[tuple[str, bytes]]:
    for outcome in outcomes:
        if outcome.result.after is not None:
            yield outcome.source.path.relative_to(folder).as_posix(), outcome.result.after


def _is_python(text: bytes) -> bool:
    try:
        compile(text, "<part>", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return False
    return True
