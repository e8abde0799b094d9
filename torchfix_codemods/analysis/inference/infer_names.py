"""What a file declares: its classes (are they torch modules?), its functions, and what annotations say."""

from __future__ import annotations

import ast
import re

from torchfix_codemods.analysis.inference.infer_definitions import ClassInfo, instance, last_name
from torchfix_codemods.analysis.inference.infer_values import (
    NOTHING,
    Value,
    What,
    join,
    known,
    sequence,
    tuple_of,
)
from torchfix_codemods.analysis.inference.kinds import Certainty, Evidence
from torchfix_codemods.analysis.project.project import ProjectFacts
from torchfix_codemods.analysis.syntax.tree import Tree
from torchfix_codemods.analysis.tables import torch_api

_MODULE_LIKE = re.compile(
    r"(Module|Model|Net|Network|Layer|Block|Encoder|Decoder|Criterion|Head|Backbone|Attention|Embedding|Loss|Linear"
    r"|Conv[123]d|Generator|Discriminator)$"
)
# Roots that a file with star imports can only mean in one way.
_USUAL_ROOTS = {
    "torch": "torch",
    "np": "numpy",
    "torchtext": "torchtext",
    "torchvision": "torchvision",
    "nn": "torch.nn",
    "F": "torch.nn.functional",
    "Variable": "torch.autograd.Variable",
}
# ... unless it imports one of these, which use the same short names.
_OTHER_FRAMEWORKS = frozenset({"mxnet", "paddle", "tensorflow", "keras", "chainer", "jittor", "mindspore", "oneflow"})
_SEQUENCES = frozenset({"List", "list", "Sequence", "Iterable", "Iterator", "Set", "set", "Generator", "Collection"})
_MAPPINGS = frozenset({"Dict", "dict", "Mapping", "OrderedDict", "MutableMapping", "DefaultDict"})
_PLAIN = frozenset({"int", "float", "str", "bool", "bytes", "complex", "Path", "Namespace", "object_", "ndarray"})


def looks_like_module(name: str) -> bool:
    """Is this a name that module classes have?"""
    return _MODULE_LIKE.search(name) is not None


class Names:
    """The classes and imports of a file, as far as they can be read off without following the flow."""

    def __init__(self, tree: Tree, project: ProjectFacts) -> None:
        self.tree = tree
        self.project = project
        self.imported = tree.imported
        roots = {name.split(".")[0] for name in self.imported.values()}
        stars = any(a.name == "*" for s in tree.nodes(ast.ImportFrom) for a in s.names)
        self.has_star = stars and not roots & _OTHER_FRAMEWORKS
        self.classes: dict[str, ClassInfo] = {}
        self.by_node: dict[ast.ClassDef, ClassInfo] = {}
        for node in tree.nodes(ast.ClassDef):
            info = ClassInfo(node)
            self.by_node[node] = info
            self.classes.setdefault(node.name, info)
        self._settled: set[ClassInfo] = set()
        for info in self.by_node.values():
            self._settle(info)

    def qualified(self, node: ast.expr) -> str | None:
        """The dotted name by the file's imports."""
        if isinstance(node, ast.Attribute):
            outer = self.qualified(node.value)
            return None if outer is None else self.tree.resolved(f"{outer}.{node.attr}")
        if not isinstance(node, ast.Name):
            return None
        return self.imported.get(node.id) or self.usual(node.id)

    def usual(self, name: str) -> str | None:
        """What a name that nothing in the file binds stands for, if a star import may have brought it."""
        brought = None if self.tree.run_names is None else self.tree.run_names.stars.get(name)
        if brought is not None:
            return brought
        return _USUAL_ROOTS.get(name) if self.has_star else None

    def from_project(self, qualified: str) -> bool:
        """Can the name come from a file of the run?"""
        root = qualified.split(".")[0]
        return root == "" or (root not in torch_api.NEVER_TORCH and root not in ("torch", "torchvision", "torchaudio"))

    def is_project_module(self, qualified: str) -> bool:
        name = qualified.rsplit(".", 1)[-1]
        return name in self.project.modules and self.from_project(qualified)

    def is_project_plain(self, qualified: str) -> bool:
        name = qualified.rsplit(".", 1)[-1]
        return name in self.project.plain and self.from_project(qualified)

    def imported_module_class(self, qualified: str) -> bool:
        """Is it a class, imported from elsewhere, that certainly derives from torch.nn.Module?"""
        root, name = qualified.split(".")[0], qualified.rsplit(".", 1)[-1]
        if qualified.startswith("torch.nn.") and name[:1].isupper() and name not in torch_api.NO_MODULES:
            return not qualified.startswith(("torch.nn.utils", "torch.nn.functional", "torch.nn.init"))
        return name in torch_api.MODULE_BASES.get(root, ()) or self.is_project_module(qualified)

    # ---- classes

    def _settle(self, info: ClassInfo) -> None:
        if info in self._settled:
            return
        self._settled.add(info)
        node = info.node
        known_bases = True
        for base in node.bases:
            inner = self.classes.get(base.id) if isinstance(base, ast.Name) else None
            if inner is not None and inner is not info:
                self._settle(inner)
                info.bases.append(inner)
                inner.below.append(info)
                self._raise(info, inner.module)
                known_bases = known_bases and (inner.is_plain or inner.module is not Certainty.NONE)
            else:
                known_bases = self._outer_base(info, base) and known_bases
        if info.module is Certainty.NONE:
            info.is_plain = known_bases
            if "forward" in info.methods and node.bases and not known_bases:
                info.module = Certainty.CONVENTION

    def _outer_base(self, info: ClassInfo, base: ast.expr) -> bool:
        """Look at a base from another file; is it known what it is?"""
        qualified = self.qualified(base) or ""
        name = last_name(base)
        if qualified and self.imported_module_class(qualified):
            self._raise(info, Certainty.EVIDENCE)
            return True
        if name in ("object", "Exception", "ABC", "Enum", "NamedTuple", "Generic", "Protocol") or name.endswith(
            "Error"
        ):
            return True
        if qualified and (self.is_project_plain(qualified) or qualified.split(".")[0] in torch_api.NEVER_TORCH):
            return True
        if qualified.startswith(("torch.utils.data.", "torch.optim.", "torch.autograd.")):
            return True
        if looks_like_module(name):
            self._raise(info, Certainty.CONVENTION)
        return False

    def _raise(self, info: ClassInfo, certainty: Certainty) -> None:
        if certainty > info.module:
            info.module = certainty
            info.evidence = Evidence(info.node.lineno, f"`{info.name}` derives from a torch module")

    # ---- annotations

    def annotation(self, node: ast.expr | None) -> Value:
        """What an annotation says."""
        if node is None:
            return NOTHING
        value = self._annotation(node, 0)
        return value.because(node.lineno, "the annotation says so") if value.what is not What.UNKNOWN else value

    def _annotation(self, node: ast.expr, depth: int) -> Value:
        if depth > 8:
            return NOTHING
        if isinstance(node, ast.Constant):
            return self._quoted(node, depth)
        if isinstance(node, ast.BinOp):
            return self._either([node.left, node.right], depth)
        if isinstance(node, ast.Subscript):
            return self._subscript(node, depth)
        return self.instance_of(node)

    def _quoted(self, node: ast.Constant, depth: int) -> Value:
        if not isinstance(node.value, str):
            return NOTHING
        try:
            return self._annotation(ast.parse(node.value.strip(), mode="eval").body, depth + 1)._replace(
                line=node.lineno
            )
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return NOTHING

    def _either(self, nodes: list[ast.expr], depth: int) -> Value:
        """A union: only what all members are; None does not count."""
        result: Value | None = None
        for node in nodes:
            if isinstance(node, ast.Constant) and node.value is None:
                continue
            value = self._annotation(node, depth + 1)
            if value.what is What.UNKNOWN:
                return NOTHING
            result = value if result is None else join(result, value)
        return NOTHING if result is None else result

    def _subscript(self, node: ast.Subscript, depth: int) -> Value:
        name = last_name(node.value)
        inner = node.slice
        members = inner.elts if isinstance(inner, ast.Tuple) else [inner]
        if name in ("Optional", "Final", "ClassVar", "Annotated"):
            return self._annotation(members[0], depth + 1)
        if name == "Union":
            return self._either(members, depth)
        if name in _SEQUENCES:
            return sequence(self._annotation(members[0], depth + 1))
        if name in ("Tuple", "tuple"):
            items = tuple(self._annotation(member, depth + 1) for member in members)
            if len(members) == 2 and isinstance(members[1], ast.Constant) and members[1].value is Ellipsis:
                return sequence(items[0])
            return tuple_of(items)
        if name in _MAPPINGS and len(members) == 2:
            value = self._annotation(members[1], depth + 1)
            return Value(What.MAPPING, Certainty.EVIDENCE, part=value)
        if name in ("Callable", "Type", "type", "Literal"):
            return Value(What.OTHER, Certainty.EVIDENCE)
        return self.instance_of(node.value)  # `Box[int]` is a Box

    def instance_of(self, node: ast.expr) -> Value:
        """An instance of the class that an expression names."""
        name = last_name(node)
        line = node.lineno
        if not name:
            return NOTHING
        qualified = self.qualified(node) or ""
        if isinstance(node, ast.Name) and name in self.classes and not qualified:
            return instance(self.classes[name], line)
        if qualified.startswith("torch."):
            return self._torch_instance(qualified, name, line)
        if qualified and self.imported_module_class(qualified):
            return known(What.MODULE, line, f"`{name}` derives from torch.nn.Module", qualified)
        if qualified.split(".")[0] in torch_api.NEVER_TORCH or name in _PLAIN:
            what = What.ARRAY if name == "ndarray" else What.NUMBER if name in ("int", "float", "bool") else What.OTHER
            return known(what, line, f"it is a `{name}`", qualified or name)
        if qualified and self.is_project_plain(qualified):
            return known(What.OTHER, line, f"`{name}` is no torch class", qualified)
        if not qualified and name in ("Tensor", "LongTensor", "FloatTensor", "BoolTensor") and self.has_star:
            return Value(What.TENSOR, Certainty.CONVENTION, line, f"it is a `{name}`")
        if name in ("dict", "list", "tuple", "set", "Dict", "List", "Tuple"):
            return known(What.OTHER, line, f"it is a `{name}`")
        if name[:1].isupper() and name not in ("Any", "Optional", "Union", "T"):
            what = What.MODULE if looks_like_module(name) else What.OTHER
            return Value(what, Certainty.CONVENTION, line, f"it is a `{name}`", name=qualified or None)
        return NOTHING

    def _torch_instance(self, qualified: str, name: str, line: int) -> Value:
        if torch_api.is_tensor_class(qualified, torch_api.TENSOR_CLASSES | torch_api.KINDS_OF_TENSORS):
            return known(What.TENSOR, line, f"it is a `{name}`")
        if name in ("PackedSequence",):
            return known(What.PACKED, line, "it is a `PackedSequence`", qualified)
        if name == "DataLoader":
            return known(What.LOADER, line, "it is a `DataLoader`", qualified)
        if qualified == "torch.device":
            return known(What.DEVICE, line, "it is a `torch.device`", qualified)
        if qualified.startswith("torch.optim.lr_scheduler"):
            return known(What.OTHER, line, f"it is a `{name}`", qualified)
        if qualified.startswith("torch.optim"):
            return known(What.OPTIMIZER, line, f"it is a `{name}`", qualified)
        if self.imported_module_class(qualified):
            return known(What.MODULE, line, f"it is a `{name}`", qualified)
        if qualified.startswith(
            ("torch.utils", "torch.dtype", "torch.Size", "torch.Generator", "torch.nn.ParameterList")
        ):
            return known(What.OTHER, line, f"it is a `{name}`", qualified)
        return NOTHING
