"""The base of every rule, and what a rule hands over: findings with their edits, as plain data."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from torchfix_codemods.analysis.inference.kinds import Evidence, Inferred
from torchfix_codemods.analysis.project.names import RunNames
from torchfix_codemods.analysis.project.project import NO_PROJECT, ProjectFacts
from torchfix_codemods.analysis.syntax.tree import Function, Tree
from torchfix_codemods.edits import Edit, Target, target

if TYPE_CHECKING:
    from torchfix_codemods.analysis.devices.devices import Devices
    from torchfix_codemods.analysis.devices.placement import Placement
    from torchfix_codemods.analysis.graphs.flow import Flow
    from torchfix_codemods.analysis.graphs.grad_mode import GradMode
    from torchfix_codemods.analysis.graphs.gradient_use import GradientUses
    from torchfix_codemods.analysis.graphs.kept_graphs import KeptGraphs
    from torchfix_codemods.analysis.loading.data_loaders import DataLoaders
    from torchfix_codemods.analysis.project.effects import Effects
    from torchfix_codemods.analysis.project.gradients import GradientTakers
    from torchfix_codemods.analysis.project.origins import Origins
    from torchfix_codemods.analysis.saving.whole_models import WholeModels
    from torchfix_codemods.analysis.training.clearing import Clearing
    from torchfix_codemods.analysis.training.training import Training
    from torchfix_codemods.analysis.values.frameworks import Frameworks
    from torchfix_codemods.analysis.values.sources import Sources
    from torchfix_codemods.analysis.values.variables import Variables

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
    one). `evidence` is the line that shows what the receiver is, or why the fix was refused. `code` and `name` are
    those of the rule, set by the engine.
    """

    target: Target
    message: str
    applicability: Applicability
    edits: tuple[Edit, ...] = ()
    reason: str = ""
    evidence: Evidence | None = None
    code: str = ""
    name: str = ""


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

    def __post_init__(self) -> None:
        if self.project.files:
            self.tree.run_names = RunNames(self.project.definitions, self.path)

    def close(self) -> None:
        """Let go of all analyses. They point at each other, and only the collector could free them, with the tree."""
        given = {field.name for field in fields(self)}
        analyses = [part for name, part in vars(self).items() if name not in given]
        for part in analyses:
            getattr(part, "__dict__", {}).clear()
        vars(self).clear()

    def runs(self, code: str) -> bool:
        """Does the rule of this code run too, so that places which belong to it can be left to it?"""
        return self.codes is None or code in self.codes

    @cached_property
    def _kinds(self) -> Callable[[ast.expr], Inferred]:
        from torchfix_codemods.analysis.inference.infer import infer

        return infer(self.tree, self.project, lambda: self.origins).of

    def kind(self, node: ast.expr) -> Inferred:
        """What the value of an expression of this file is, with the evidence."""
        return self._kinds(node)

    @cached_property
    def origins(self) -> Origins:
        """What made a value, followed over the whole run."""
        from torchfix_codemods.analysis.project.origins import Origins

        return Origins(self.tree, self.path, self.project)

    @property
    def gradient_takers(self) -> GradientTakers:
        """Which functions and models of the run take gradients when they are called."""
        from torchfix_codemods.analysis.project.gradients import GradientTakers

        return self.origins.project.shared(GradientTakers)

    @cached_property
    def flow(self) -> Flow:
        """Questions about regions: what may run next, who uses a value."""
        from torchfix_codemods.analysis.graphs.flow import Flow

        return Flow(
            self.tree,
            self.kind,
            self.variables,
            retains=self.project.retains,
            elsewhere=self._callers_elsewhere,
            effects=lambda: self._effects,
        )

    @cached_property
    def _effects(self) -> Effects:
        from torchfix_codemods.analysis.project.effects import Effects

        return Effects(self.origins)

    def _callers_elsewhere(self, function: Function) -> list[str]:
        """The functions of other files that call a function of this one, or pass it on."""
        place = self.origins.place(function)
        return [inside for path, inside in self.origins.project.users_of(place) if path != self.path]

    @cached_property
    def devices(self) -> Devices:
        """Which device to write at a place, with the line that makes the name valid there."""
        from torchfix_codemods.analysis.devices.devices import Devices

        return Devices(self)

    @cached_property
    def placement(self) -> Placement:
        """Whether a value can be on a GPU."""
        from torchfix_codemods.analysis.devices.placement import Placement

        return Placement(self.tree, self.kind, self.devices.names.values, self.variables)

    @cached_property
    def is_cpu_only(self) -> bool:
        """Is it part of a program that nothing of can be on a GPU? Who uses a library alone is not seen."""
        from torchfix_codemods.analysis.devices.script import is_script

        project = self.origins.project
        if project.knows_gpus(self.path):
            return False
        return project.has_company(self.path) or is_script(self.tree, self.kind)

    @cached_property
    def variables(self) -> Variables:
        """Which reads see the value that an assignment gives a variable."""
        from torchfix_codemods.analysis.values.variables import Variables

        return Variables(self.tree)

    @cached_property
    def sources(self) -> Sources:
        """What the value of an expression may be."""
        from torchfix_codemods.analysis.values.sources import Sources

        return Sources(self.tree, self.variables)

    @cached_property
    def grad_mode(self) -> GradMode:
        """Whether a place is run with gradients switched off."""
        from torchfix_codemods.analysis.graphs.grad_mode import GradMode

        return GradMode(self.tree, self.variables)

    @cached_property
    def gradient_uses(self) -> GradientUses:
        """Where the file computes or asks for gradients."""
        from torchfix_codemods.analysis.graphs.gradient_use import GradientUses

        return GradientUses(self.tree, self.kind)

    @cached_property
    def kept_graphs(self) -> KeptGraphs:
        """Values that keep their autograd graph alive beyond a step."""
        from torchfix_codemods.analysis.graphs.kept_graphs import KeptGraphs

        return KeptGraphs(self.tree, self.kind, self)

    @cached_property
    def frameworks(self) -> Frameworks:
        """What a training framework does for the user."""
        from torchfix_codemods.analysis.values.frameworks import Frameworks

        return Frameworks(self.tree)

    @cached_property
    def training(self) -> Training:
        """What happens in training loops, in the order of execution."""
        from torchfix_codemods.analysis.training.training import Training

        return Training(self.gradient_uses)

    @cached_property
    def clearing(self) -> Clearing:
        """Where gradients are cleared, and where they are not."""
        from torchfix_codemods.analysis.training.clearing import Clearing

        return Clearing(self.tree, self.training, self.frameworks)

    @cached_property
    def data_loaders(self) -> DataLoaders:
        """The loaders of the file, and where they are used."""
        from torchfix_codemods.analysis.loading.data_loaders import DataLoaders

        return DataLoaders(self.tree, self.variables)

    @cached_property
    def whole_models(self) -> WholeModels:
        """The saves and loads of whole models, and what may be done about them."""
        from torchfix_codemods.analysis.saving.whole_models import WholeModels

        return WholeModels(self)

    def qualified_name(self, node: ast.AST | None) -> str | None:
        """The dotted name that an expression stands for, by the file's imports."""
        return self.tree.qualified_name(node)


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
        return Finding(target(node), message, Applicability.SAFE, edits, reason, evidence)

    def unsafe(
        self, node: Positioned, message: str, *edits: Edit, reason: str, evidence: Evidence | None = None
    ) -> Finding:
        """A finding whose edits are shown, and applied only on request, for this reason."""
        return Finding(target(node), message, Applicability.UNSAFE, edits, reason, evidence)

    def report(self, node: Positioned, message: str, *, reason: str, evidence: Evidence | None = None) -> Finding:
        """A finding without a fix, for this reason; the message says what to write."""
        return Finding(target(node), message, Applicability.REPORT, (), reason, evidence)
