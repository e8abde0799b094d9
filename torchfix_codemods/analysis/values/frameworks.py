"""Known frameworks that train for the user, and which parts of the work they do. The one table of them.

A rule that misses `zero_grad()` or `eval()` has nothing to say where a framework does it. A newcomer adds a row.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from torchfix_codemods.analysis.syntax.memory import ParsedFile, followed
from torchfix_codemods.analysis.syntax.tree import FUNCTIONS, Tree, dotted, import_target


class Task(str, Enum):
    """A part of training that somebody has to do."""

    ZERO_GRAD = "clears the gradients"
    STEP = "runs backward and the optimizer"
    ACCUMULATION = "divides the loss by the number of accumulation steps"
    MODE = "sets train and eval mode"
    GRAD_MODE = "switches gradients off for inference"
    DEVICES = "moves models and batches"
    LOGGING = "detaches what is logged"


_ALL = frozenset(Task)
_LOOP = frozenset({Task.ZERO_GRAD, Task.STEP, Task.ACCUMULATION, Task.MODE, Task.GRAD_MODE})


@dataclass(frozen=True, slots=True)
class Framework:
    """One framework. `packages` are dotted prefixes of what a file imports from it, `does` what it takes over.

    It does so in classes that derive from one of `bases` (last names), or that define one of `methods`. Where both are
    empty it does so anywhere in a file that imports it.
    """

    name: str
    packages: tuple[str, ...]
    does: frozenset[Task]
    bases: frozenset[str] = frozenset()
    methods: frozenset[str] = frozenset()

    @property
    def by_class(self) -> bool:
        return bool(self.bases or self.methods)


# Sources: the training-loop pages of each project's documentation.
FRAMEWORKS = (
    Framework(
        "Lightning",
        ("lightning", "pytorch_lightning", "lightning_fabric"),
        _ALL,
        frozenset({"LightningModule", "LightningDataModule", "Callback", "LightningLite"}),
        frozenset({"training_step", "validation_step", "test_step", "predict_step", "configure_optimizers"}),
    ),
    Framework(
        "transformers.Trainer",
        ("transformers",),
        _ALL,
        frozenset({"Trainer", "Seq2SeqTrainer", "TrainerCallback"}),
        frozenset({"compute_loss", "prediction_step"}),
    ),
    Framework("accelerate", ("accelerate",), frozenset({Task.ACCUMULATION, Task.DEVICES})),
    Framework("DeepSpeed", ("deepspeed",), frozenset({Task.ZERO_GRAD, Task.STEP, Task.ACCUMULATION})),
    Framework("fastai", ("fastai", "fastai2"), _ALL),
    Framework("skorch", ("skorch",), _ALL),
    Framework("catalyst", ("catalyst",), _ALL),
    Framework("Composer", ("composer",), _ALL),
    Framework("PopTorch", ("poptorch",), _LOOP),
    Framework("MMEngine", ("mmengine", "mmcv"), _LOOP, frozenset({"BaseModel", "BaseRunner", "Hook", "OptimizerHook"})),
    Framework("AllenNLP", ("allennlp",), _LOOP, frozenset({"Trainer", "Model", "TrainerCallback"})),
    Framework("fairseq", ("fairseq",), _LOOP, frozenset({"FairseqTask", "LegacyFairseqTask", "FairseqCriterion"})),
    # Its engines call the update function of the user, who clears gradients and sets modes there. Nothing is taken over
    # but in the functions that make whole engines, which hold no code of the user's.
    Framework("Ignite", ("ignite",), frozenset()),
    # These only spell backward and step differently.
    Framework("Apex", ("apex",), frozenset()),
    Framework("GradScaler", ("torch.cuda.amp", "torch.amp"), frozenset()),
    # Gradients are values here, nothing is accumulated.
    Framework("functorch", ("functorch", "torch.func"), frozenset({Task.ZERO_GRAD})),
    Framework("higher", ("higher",), frozenset({Task.ZERO_GRAD})),
    Framework(
        "torch.distributed.autograd",
        ("torch.distributed.autograd", "torch.distributed.rpc"),
        frozenset({Task.ZERO_GRAD, Task.STEP}),
    ),
)


class Frameworks:
    """Answers for one file."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree

    @classmethod
    def for_file(cls, file: ParsedFile) -> Frameworks:
        return cls(file.tree)

    @cached_property
    def imported(self) -> tuple[Framework, ...]:
        """Those that the file imports, wherever it does."""
        names: set[str] = set()
        for statement in self.tree.imports():
            for alias in statement.names:
                names.add(import_target(alias, statement))
                names.add(alias.name if isinstance(statement, ast.Import) else statement.module or "")
        return tuple(f for f in FRAMEWORKS if any(_is_in(name, package) for name in names for package in f.packages))

    def doing(self, task: Task, node: ast.AST) -> Framework | None:
        """The framework that does this part of the work at the place of `node`, None where it is left to the code."""
        for framework in self.imported:
            if task in framework.does and (not framework.by_class or self._is_in_class_of(framework, node)):
                return framework
        return None

    def _is_in_class_of(self, framework: Framework, node: ast.AST) -> bool:
        classes = [up for up in (node, *self.tree.ancestors(node)) if isinstance(up, ast.ClassDef)]
        return any(self._belongs(definition, framework) for definition in classes)

    @followed(False)
    def _belongs(self, definition: ast.ClassDef, framework: Framework) -> bool:
        if any(isinstance(s, FUNCTIONS) and s.name in framework.methods for s in definition.body):
            return True
        for base in definition.bases:
            if (dotted(base) or "").rsplit(".", 1)[-1] in framework.bases:
                return True
            nodes = [b.node for b in self.tree.bindings(base)] if isinstance(base, ast.Name) else []
            if any(isinstance(n, ast.ClassDef) and self._belongs(n, framework) for n in nodes):
                return True
        return False


def _is_in(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")
