"""The base of every rule, and what a rule hands over: findings with their edits, as plain data."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from torchfix_codemods.analysis.inference.kinds import Evidence, Inferred
from torchfix_codemods.analysis.project.names import RunNames
from torchfix_codemods.analysis.project.project import NO_PROJECT, ProjectFacts
from torchfix_codemods.analysis.syntax.memory import Made, OfFile
from torchfix_codemods.analysis.syntax.tree import Tree, parse

if TYPE_CHECKING:
    from torchfix_codemods.edits import Edit, Target

Positioned: TypeAlias = ast.expr | ast.stmt | ast.keyword | ast.arg | ast.ExceptHandler
Check: TypeAlias = Callable[[ast.AST, "FileView"], Iterator["Finding"]]


class Applicability(str, Enum):
    """What may be done with a finding's edits."""

    SAFE = "safe"  # same results wherever the original ran to its end; applied by default
    UNSAFE = "unsafe"  # what the author should have written, but it can change results; applied on request
    REPORT = "report"  # no rewrite is right without knowing more


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a rule has to say about one place.

    `message` says what is wrong and `reason` why the fix is unsafe or was refused at this very line (empty for a safe
    one). `evidence` is the line that shows what the receiver is, or why the fix was refused. `stops` says that no
    program gets past it with today's libraries. `together` are the files of the run, this one among them, that are
    rewritten together or not at all. `code` and `name` are those of the rule, set by the engine.
    """

    target: Target
    message: str
    applicability: Applicability
    edits: tuple[Edit, ...] = ()
    reason: str = ""
    evidence: Evidence | None = None
    code: str = ""
    name: str = ""
    stops: bool = False
    together: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Repair:
    """Replace the text at `target` by `replacement`, in a file that does not parse as it is."""

    target: Target
    replacement: str
    message: str


@dataclass(frozen=True, slots=True)
class Example:
    """Source before and after, both dedented. `same` is an expression whose value must be equal after both were run."""

    before: str
    after: str
    same: str = ""


@dataclass(frozen=True, slots=True)
class RuleOptions:
    """The part of the settings that rules see.

    `device_expression` is the right-hand side of an inserted device line, `device_name` the name it gets where `device`
    is taken, `target_torch` the (major, minor) version that the code must run on, None for the newest known.
    """

    device_expression: str = 'torch.device("cuda" if torch.cuda.is_available() else "cpu")'
    device_name: str = "torch_device"
    target_torch: tuple[int, int] | None = None


@dataclass
class FileView:
    """One file as the rules see it. Everything beyond the syntax tree is computed when first asked for.

    `path` is relative to the working directory with forward slashes, or the name given for standard input. `codes` are
    those of the rules that run, None for all.
    """

    path: str
    tree: Tree
    options: RuleOptions = field(default_factory=RuleOptions)
    project: ProjectFacts = NO_PROJECT
    codes: frozenset[str] | None = None
    _made: dict[type[OfFile], OfFile] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.project.files:
            self.tree.run_names = RunNames(self.project.definitions, self.path)

    def close(self) -> None:
        """Let go of all analyses. They point at each other, and only the collector could free them, with the tree."""
        for part in self._made.values():
            getattr(part, "__dict__", {}).clear()
        vars(self).clear()

    def runs(self, code: str) -> bool:
        """Does the rule of this code run too, so that places which belong to it can be left to it?"""
        return self.codes is None or code in self.codes

    @cached_property
    def _kinds(self) -> Callable[[ast.expr], Inferred]:
        from torchfix_codemods.analysis.inference.infer import infer
        from torchfix_codemods.analysis.project.origins import Origins

        return infer(self.tree, self.project, lambda: self.get(Origins)).of

    def kind(self, node: ast.expr) -> Inferred:
        """What the value of an expression of this file is, with the evidence."""
        return self._kinds(node)

    def get(self, analysis: type[Made]) -> Made:
        """The analysis of this kind, made when it is first asked for and shared by all rules."""
        made = self._made.get(analysis)
        if made is None:
            made = self._made[analysis] = analysis.for_file(self)
        return made  # type: ignore[return-value]  # the table has no way to say that a class gives one of its own

    def other(self, path: str) -> FileView | None:
        """A file of the run as it was read, this one too; None where its text is not known (`Interface.text`)."""
        known = self.project.shared(_Views).known
        if path not in known:
            facts = self.project.files.get(path)
            text = facts.text if facts is not None else ""
            known[path] = FileView(path, parse(text), self.options, self.project, self.codes) if text else None
        return known[path]

    def qualified_name(self, node: ast.AST | None) -> str | None:
        """The dotted name that an expression stands for, by the file's imports."""
        return self.tree.qualified_name(node)


class _Views:
    """The files of a run that were asked for from another one."""

    def __init__(self, project: ProjectFacts) -> None:
        self.known: dict[str, FileView | None] = {}


class Codemod:
    """One rule. The file it stands in gives the name, the docstrings the documentation.

    Subclasses set the class variables and write `check_<Node>` methods, generators that take an `ast` node of that
    class and the `FileView`, and yield findings. Nothing else has to be registered.
    """

    code: ClassVar[str]
    source: ClassVar[str]  # address of the fact that the rule rests on
    since: ClassVar[str]  # first torch that has the new spelling
    triggers: ClassVar[tuple[str, ...]]  # words, one of which must stand in a file, else the rule does not look at it
    preview: ClassVar[bool] = False  # not precise enough yet: runs only when asked for
    fails_alike: ClassVar[bool] = False  # what fails does so with a safe fix of it as without, and nothing else does
    expected: ClassVar[tuple[str, ...]] = ()  # differences that its fixes may make in a run: `verify.model.KINDS`
    examples: ClassVar[Sequence[Example]] = ()  # at most three: the first things `explain` shows
    leaves_alone: ClassVar[Mapping[str, str]] = {}  # reason -> code that must not change

    @property
    def name(self) -> str:
        """The rule's name: its file name with hyphens."""
        return type(self).__module__.rsplit(".", 1)[-1].replace("_", "-")

    @property
    def summary(self) -> str:
        """One line: the docstring of the rule's module, without the full stop."""
        module = inspect.getmodule(type(self))
        return (inspect.getdoc(module) or "").split("\n\n")[0].replace("\n", " ").strip().rstrip(".")

    @property
    def why(self) -> str:
        """The docstring of the rule's class."""
        return inspect.getdoc(type(self)) or ""

    @cached_property
    def checks(self) -> dict[str, Check]:
        """Name of the node class -> the method that looks at it."""
        return {
            name.removeprefix("check_"): getattr(self, name) for name in dir(type(self)) if name.startswith("check_")
        }

    def repair(self, text: str) -> Iterator[Repair]:
        """What makes a text parse that does not; only called on such texts. Always safe: nothing could run before."""
        return iter(())

    def safe(self, node: Positioned, message: str, *edits: Edit, evidence: Evidence, reason: str = "") -> Finding:
        """A finding whose edits keep the results, as `evidence` shows."""
        return Finding(_target(node), message, Applicability.SAFE, edits, reason, evidence)

    def unsafe(
        self,
        node: Positioned,
        message: str,
        *edits: Edit,
        reason: str,
        evidence: Evidence | None = None,
        stops: bool = False,
    ) -> Finding:
        """A finding whose edits are shown, and applied only on request, for this reason."""
        return Finding(_target(node), message, Applicability.UNSAFE, edits, reason, evidence, stops=stops)

    def report(
        self, node: Positioned, message: str, *, reason: str, evidence: Evidence | None = None, stops: bool = False
    ) -> Finding:
        """A finding without a fix, for this reason; the message says what to write."""
        return Finding(_target(node), message, Applicability.REPORT, (), reason, evidence, stops=stops)


def _target(node: Positioned) -> Target:
    # Only now: a dozen kinds of edits take a tenth of the time of a run that finds nothing.
    from torchfix_codemods.edits import target

    return target(node)
