"""What decides on a result besides a file's content: the rules, their options, the program itself, the other files."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from torchfix_codemods import __version__
from torchfix_codemods.analysis.project.interface import UNREAD, Interface
from torchfix_codemods.analysis.project.model_files import ModelFiles
from torchfix_codemods.analysis.project.project import ProjectFacts
from torchfix_codemods.cache import code_version, digest
from torchfix_codemods.encoding import NotTextError, decode
from torchfix_codemods.fix import FixRequest
from torchfix_codemods.ignores import Patterns, patterns
from torchfix_codemods.registry import RuleInfo, imports_torch, known_rules, select
from torchfix_codemods.settings import Settings, codes, options
from torchfix_codemods.sources import Source

_TOP = "torchfix_codemods"
_OWN_PACKAGES = (_TOP, f"{_TOP}.analysis", f"{_TOP}.rewrite")


@dataclass(frozen=True)
class _Governed:
    """What one pyproject.toml (with the command line) asks for."""

    number: int
    exceptions: tuple[tuple[Patterns, frozenset[str]], ...]


@dataclass
class Plan:
    """The requests of a run, by number: one for all files that are treated alike.

    `rules` holds what is known of the rules of each request.
    """

    apply: bool
    render_changes: bool
    requests: list[FixRequest] = field(default_factory=list)
    rules: list[list[RuleInfo]] = field(default_factory=list)
    _governed: dict[int, _Governed] = field(default_factory=dict)
    _exceptional: dict[tuple[int, frozenset[str]], int] = field(default_factory=dict)

    def number_of(self, source: Source) -> int:
        """The number of the request for a source.

        Raises:
            UnknownRuleError, RegistryError, SettingsError: its settings name no rule, no plugin or no file pattern.
        """
        # By identity: there is one object per pyproject.toml, and hashing all it holds for every file would show.
        governed = self._governed.get(id(source.settings)) or self._govern(source.settings)
        if not governed.exceptions:
            return governed.number
        path = str(source.path)
        off = frozenset(code for meant, found in governed.exceptions if meant.match_path(path) for code in found)
        if not off:
            return governed.number
        key = governed.number, off
        if key not in self._exceptional:
            whole = self.requests[governed.number]
            left = tuple(code for code in whole.codes if code not in off)
            self._exceptional[key] = self._add(replace(whole, codes=left))
        return self._exceptional[key]

    def _govern(self, settings: Settings) -> _Governed:
        rules = known_rules(settings.plugins)
        number = self._add(
            FixRequest(
                codes=codes(settings, rules),
                plugins=settings.plugins,
                apply=self.apply,
                unsafe_fixes=settings.unsafe_fixes,
                render_changes=self.render_changes,
                options=options(settings),
            )
        )
        exceptions = tuple(
            (patterns((pattern,), settings), frozenset(select(rules, selectors, preview=True)))
            for pattern, selectors in settings.per_file_ignores
        )
        governed = _Governed(number, exceptions)
        self._governed[id(settings)] = governed
        return governed

    def _add(self, request: FixRequest) -> int:
        self.requests.append(request)
        self.rules.append([rule for rule in known_rules(request.plugins) if rule.code in request.codes])
        return len(self.requests) - 1


@dataclass(frozen=True, slots=True)
class Contexts:
    """Names for all that decides on results, in the order in which less and less is certain.

    `rules`: a file without a trigger is clean whatever else is the case. `looks`: a file without a finding is clean
    whether fixes are applied or not. `finds`: the findings are these, and nothing is rewritten.
    """

    rules: str
    looks: str
    finds: str


def rules_context(request: FixRequest) -> str:
    """A name for the program, and for what it looks for by one request."""
    packages = frozenset(rule.module.rpartition(".")[0] for rule in known_rules(request.plugins))
    return digest((__version__, sys.version, _state_of(packages), request.codes, request.plugins))


def contexts(request: FixRequest, rules: str, folder: str, project: str) -> Contexts:
    """The contexts of one request.

    Args:
        request: what is asked for.
        rules: its `rules_context`.
        folder: the working directory, relative to which results speak of files.
        project: a name for what the other files of the run say.
    """
    looks = digest((rules, request.options, project, folder))
    return Contexts(rules, looks, digest((looks, request.apply, request.unsafe_fixes, request.render_changes)))


@cache
def _state_of(packages: frozenset[str]) -> str:
    """A digest of the program's own files and those of the packages of rules."""
    folders: set[Path] = set()
    for package in {*_OWN_PACKAGES, *packages}:
        spec = find_spec(package)
        places = [Path(place) for place in spec.submodule_search_locations or ()] if spec is not None else []
        folders.update(places)
        if package != _TOP:  # what lies beside its modules has no say in results, or is named itself
            folders.update(Path(folder) for place in places for folder, _, _ in os.walk(place))
    return code_version(folder for folder in folders if folder.name != "__pycache__")


def read_interface(code: bytes) -> Interface:
    """What a file tells the others, from its bytes; also where `async=` is all that keeps it from being parsed."""
    from torchfix_codemods.analysis.project.reading import interface_of_text

    try:
        text = decode(code).value
    except NotTextError:
        return UNREAD
    interface = interface_of_text(text)
    if interface.is_unread and "async" in text:
        from torchfix_codemods.repair import with_async_renamed

        interface = interface_of_text(with_async_renamed(text))
    return interface


def runs_nowhere(code: bytes) -> bool:
    """Is it a file that imports torch and is no Python of today, which is to be said though no rule looks at it?"""
    if not imports_torch(code):
        return False
    from torchfix_codemods.analysis.syntax.budget import OverBudget
    from torchfix_codemods.analysis.syntax.parsing import ParseError, parse_module

    try:
        parse_module(decode(code).value)
    except (NotTextError, OverBudget, ParseError):
        return True
    return False


def may_import_others(facts: Interface | None) -> bool:
    """May a file import files of the run, so that what those say decides whether it is about torch?"""
    return facts is None or any(module.partition(".")[0] not in sys.stdlib_module_names for module in facts.modules)


def join(facts: Iterable[Interface], displays: Sequence[str], kept: Mapping[str, str]) -> ProjectFacts:
    """What the files of a run say together. `kept` says why some are not rewritten together with others."""
    return ProjectFacts(dict(zip(displays, facts, strict=True)), kept)


def related(project: ProjectFacts, keys: Mapping[str, str]) -> dict[str, str]:
    """Path -> a name for all that the other files of the run may say about a file.

    That is what the files say which it is connected with through imports, in either direction and over any number of
    files, by their `keys` (names for what each says), and what is asked over all files without regard to imports.
    """
    common = digest(
        (
            project.packs,
            project.retains,
            project.nests,
            project.clears_itself,
            project.definitions.loads_strictly,
            sorted(project.shared(ModelFiles).loads.items()),
            sorted(project.shared(ModelFiles).saves.items()),
            sorted(project.patched.items()),
            sorted(project.kept.items()),
            *map(
                sorted,
                (
                    project.modules,
                    project.plain,
                    project.own_cuda,
                    project.own_to,
                    project.own_gradients,
                    project.attention,
                    project.choose_gpus,
                ),
            ),
        )
    )
    table: dict[str, str] = {}
    for group in project.connected:
        name = digest((common, [(path, keys.get(path, "")) for path in sorted(group)]))
        table.update(dict.fromkeys(group, name))
    with_text = sorted(path for path, one in project.files.items() if one.text)
    if any(project.files[path].saved_models for path in with_text):
        together = [(path, keys.get(path, "")) for path in with_text]
        table.update({path: digest((table[path], together)) for path in with_text})
    return table
