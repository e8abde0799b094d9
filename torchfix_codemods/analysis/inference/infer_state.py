"""The state of one inference: what is known of the file, and the frame of the function being walked."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable
from functools import cached_property, lru_cache

from torchfix_codemods.analysis.inference.infer_definitions import ClassInfo, FunctionInfo
from torchfix_codemods.analysis.inference.infer_names import Names
from torchfix_codemods.analysis.inference.infer_others import Others
from torchfix_codemods.analysis.inference.infer_run import Run
from torchfix_codemods.analysis.inference.infer_values import NOTHING, Cell, Value, What, join
from torchfix_codemods.analysis.inference.kinds import Certainty, Graph
from torchfix_codemods.analysis.project.module_methods import ModuleMethods
from torchfix_codemods.analysis.syntax.functions import given_back
from torchfix_codemods.analysis.syntax.tree import Function, Tree, callee_name
from torchfix_codemods.analysis.tables.torch_api import DATA_HOLDERS, PACKING

_MODULE_NAME = re.compile(
    r"^(?!build_|get_|load_|create_|make_|init_|setup_|prepare_|new_)(model|net|network|module|generator|discriminator|encoder|decoder|criterion|backbone|teacher|student"
    r"|net[GD]\w*|G|D|[GD]_[A-Z]+|\w+_(model|net|encoder|decoder|module))$"
)
_TENSOR_NAME = re.compile(
    r"^(x|input|inputs|logits|loss|mask|output|outputs|target|targets|tensor|images?|imgs?|hidden|hidden_states"
    r"|embeddings?|preds?|labels?|attention_mask|input_ids|\w+_(loss|tensor|logits|mask))$"
)
_OTHER_NAME = re.compile(
    r"^(args|opt|opts|cfg|config|hparams|options|parser|\w*dataset|params|FLAGS|conf|namespace|\w+_(args|cfg|config|opt))$"
)
_LOADER_NAME = re.compile(r"(loader|dataloader|data_loader)$")
_SMALL = range(-99, 100)
_PLACE_END = re.compile(r"[.\[]")
_KEY_NAME = re.compile(r"\[(\w+)\]")
_PACKED_NAME = re.compile(r"(?:^|_)packed(?:_|$)|^pack_seq")
_NAMES = (
    (_PACKED_NAME, What.PACKED),
    (_MODULE_NAME, What.MODULE),
    (_TENSOR_NAME, What.TENSOR),
    (_LOADER_NAME, What.LOADER),
    (_OTHER_NAME, What.OTHER),
)


def place(node: ast.expr) -> str | None:
    """A text for the place that an expression reads: `a.b`, `a['k']`, `a[i]`; None for anything less plain."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        outer = place(node.value)
        return None if outer is None else f"{outer}.{node.attr}"
    if not isinstance(node, ast.Subscript):
        return None
    key = node.slice
    if not isinstance(key, (ast.Constant, ast.Name)):
        return None
    outer = place(node.value)
    if outer is None:
        return None
    if isinstance(key, ast.Name):
        return f"{outer}[{key.id}]"
    return f"{outer}[{key.value!r}]" if isinstance(key.value, str) or key.value in _SMALL else None


def _parts_of(path: str) -> list[str]:
    """The places that `a.b[k].c` is reached through: `a`, `a.b`, `a.b[k]` and `k`."""
    return [path[: found.start()] for found in _PLACE_END.finditer(path)] + _KEY_NAME.findall(path)


def by_convention(name: str, cell: Cell | None = None) -> Value:
    """What a variable of this name usually is."""
    value = _named(name)
    return value if cell is None else value.at(cell)


@lru_cache(maxsize=4096)  # a name comes up hundreds of times in a file, and five patterns are tried on it
def _named(name: str) -> Value:
    for pattern, what in _NAMES:
        if pattern.search(name):
            return Value(what, Certainty.CONVENTION, text=f"`{name}` is a name for it")
    return NOTHING


def is_settings_name(name: str) -> bool:
    """Is this what a namespace of options or a dataset is called?"""
    return _OTHER_NAME.match(name) is not None


def is_module_name(name: str) -> bool:
    return _MODULE_NAME.match(name) is not None


class Knowledge:
    """What is known of the file so far. Lives through all rounds."""

    def __init__(self, tree: Tree, names: Names, run: Run) -> None:
        self.tree = tree
        self.run = run
        self.budget = tree.budget
        self.has_clean = False  # has any tensor been seen that no graph hangs on?
        self.texts: dict[ast.expr, str | None] = {}  # of places
        self.owners: dict[ast.expr, tuple[ast.expr, ...]] = {}  # by `infer_writes`: whose storage an expression shares
        self.names = names
        self.values: dict[ast.expr, Value] = {}
        self.functions: dict[ast.AST, FunctionInfo] = {}
        self.queue: list[FunctionInfo] = []
        self.depth = 0
        self.hands_on_functions = False  # to functions of the file that only call them
        self.walk: Callable[[FunctionInfo], None] = _no_walk
        self.packing = _functions_that_pack(tree)
        self._stores: Counter[str] | None = None
        self._calls: dict[ast.expr, list[ast.Call]] = {}
        self._cells: dict[object, Cell] = {}
        self._given_back: dict[ast.AST, ast.arg | None] = {}
        for info in names.by_node.values():
            for method in info.methods.values():
                self.functions[method.node] = method

    def cell(self, key: object) -> Cell:
        """The cell of a binding, an attribute or an expression: the same one in every round."""
        cell = self._cells.get(key)
        if cell is None:
            cell = self._cells[key] = Cell()
        return cell

    def record(self, node: ast.expr, value: Value) -> None:
        """Note what an expression is."""
        self.values[node] = value
        if value.graph is Graph.NO:
            self.has_clean = True

    def place(self, node: ast.expr) -> str | None:
        """See `place`; each one is walked several times."""
        try:
            return self.texts[node]
        except KeyError:
            found = self.texts[node] = place(node)
            return found

    def function(self, node: Function | ast.Lambda, owner: ClassInfo | None = None) -> FunctionInfo:
        info = self.functions.get(node)
        if info is None:
            info = self.functions[node] = FunctionInfo(node, owner)
        return info

    @cached_property
    def has_data_holders(self) -> bool:
        """Does the file make or import things, other than data sets, that hold a tensor as their `data`?"""
        if any(name.split(".")[0] in DATA_HOLDERS for name in self.names.imported.values()):
            return True
        for call in self.tree.nodes(ast.Call):
            if callee_name(call) in ("namedtuple", "NamedTuple", "make_dataclass") and _mentions_data(call):
                return True
        return any(_has_data_field(info) for info in self.names.by_node.values())

    @cached_property
    def keeps_data(self) -> bool:
        """Does a class of the file, but no module and no data set, set `self.data` when it is made?"""
        plain = (
            info
            for info in self.names.by_node.values()
            if info.module is Certainty.NONE and not any("data" in ast.unparse(b).lower() for b in info.node.bases)
        )
        return any(_keeps_data(info.methods.get("__init__")) for info in plain)

    @cached_property
    def others(self) -> Others | None:
        """What the other files of the run say, if there are any."""
        names = self.tree.run_names
        return None if names is None else Others(self.names.project, names.path)

    @cached_property
    def module_methods(self) -> frozenset[str]:
        """The methods that only modules of the run have."""
        run_names = self.tree.run_names
        return frozenset() if run_names is None else self.names.project.shared(ModuleMethods).of(run_names.path)

    def calls_in(self, test: ast.expr) -> list[ast.Call]:
        """The calls in an expression; looked up once, as each test is walked several times."""
        found = self._calls.get(test)
        if found is None:
            found = self._calls[test] = list(self.tree.nodes_inside(ast.Call, test))
        return found

    def is_set_once(self, attribute: str) -> bool:
        """Does one place only in the file set an attribute of this name?"""
        if self._stores is None:
            stores = [a.attr for a in self.tree.nodes(ast.Attribute) if isinstance(a.ctx, ast.Store)]
            self._stores = Counter(stores)
        return self._stores[attribute] <= 1

    def given_back(self, info: FunctionInfo) -> ast.arg | None:
        """The parameter that a function gives back as it got it; looked up once, as every call of it asks."""
        if info.node not in self._given_back:
            self._given_back[info.node] = given_back(self.tree, info.node)
        return self._given_back[info.node]

    def returned(self, info: FunctionInfo) -> Value:
        """What a function of the file returns."""
        if not isinstance(info.node, ast.Lambda) and info.node.returns is not None:
            annotated = self.names.annotation(info.node.returns)
            if annotated.known:
                return annotated
        if info.state == 0 and self.depth < 6:
            self.walk(info)
        return NOTHING if info.returned is None else info.returned


def _mentions_data(call: ast.Call) -> bool:
    """Is `data` a field of the named tuple that is made here?"""
    texts = [n.value for n in ast.walk(call) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    return any("data" in text.replace(",", " ").split() for text in texts)


def _has_data_field(info: ClassInfo) -> bool:
    """Is it a class, but no data set and no module, whose instances have a `data` of their own?"""
    if info.module is not Certainty.NONE or any("data" in ast.unparse(base).lower() for base in info.node.bases):
        return False
    for statement in info.node.body:
        if (
            isinstance(statement, ast.AnnAssign)
            and isinstance(statement.target, ast.Name)
            and statement.target.id == "data"
        ):
            return True
    method = info.methods.get("data")
    return method is not None and method.is_property


def _keeps_data(constructor: FunctionInfo | None) -> bool:
    """Does a constructor set `self.data`?"""
    if constructor is None or isinstance(constructor.node, ast.Lambda):
        return False
    stores = (node for node in ast.walk(constructor.node) if isinstance(node, ast.Attribute) and node.attr == "data")
    return any(
        isinstance(node.ctx, ast.Store) and isinstance(node.value, ast.Name) and node.value.id == "self"
        for node in stores
    )


def _functions_that_pack(tree: Tree) -> set[ast.AST | None]:
    """The functions (None for the module) that name PackedSequence or what makes or opens one."""
    if "pack" not in tree.text:
        return set()
    found: set[ast.AST | None] = set()
    for name in tree.nodes(ast.Name):
        if name.id in PACKING:
            found.add(tree.function(name))
    for attribute in tree.nodes(ast.Attribute):
        if attribute.attr in PACKING:
            found.add(tree.function(attribute))
    return found


def _no_walk(info: FunctionInfo) -> None:
    raise AssertionError("the walk is set by infer")


class Frame:
    """One function (or the module, or a class body) while it is being walked."""

    __slots__ = (
        "doubt",
        "env",
        "ever",
        "function",
        "grad_off",
        "know",
        "loops",
        "outer",
        "owner",
        "places",
        "returns",
        "shared",
        "yields",
    )

    def __init__(
        self,
        know: Knowledge,
        outer: Frame | None = None,
        owner: ClassInfo | None = None,
        function: FunctionInfo | None = None,
    ) -> None:
        self.know = know
        self.outer = outer
        self.owner = owner
        self.function = function
        self.env: dict[str, Value] = {}  # at this point of the flow
        self.ever: dict[str, Value] = {}  # all that was ever bound to a name, for inner functions
        self.returns: list[Value] = []
        self.yields: list[Value] = []
        self.grad_off = False  # under torch.no_grad()
        self.doubt = False  # uses prove nothing here: whoever wrote it expects them to fail
        self.places: dict[str, set[str]] = {}  # place -> the places further on, like `a.b` for `a`
        self.loops = 0  # around this place
        self.shared: set[str] = set()  # names declared global or nonlocal

    def bind(self, name: str, value: Value) -> None:
        self.env[name] = value
        if name in self.shared and self.outer is not None:
            self.outer.share(name, value)
        old = self.ever.get(name)
        self.ever[name] = value if old is None or old is value else join(old, value)

    def set_place(self, path: str, value: Value) -> None:
        """Note the value of `a.b` or `a[k]`, until something else is bound to a part of it."""
        self.env[path] = value
        self._index(path)

    def with_place(self, path: str, value: Value, env: dict[str, Value]) -> dict[str, Value]:
        """A copy of an environment in which a name or a place has this value."""
        self._index(path)
        return {**env, path: value}

    def _index(self, path: str) -> None:
        for part in _parts_of(path):
            self.places.setdefault(part, set()).add(path)

    def share(self, name: str, value: Value) -> None:
        """An inner function gives this name, of here or further out, another value."""
        holder: Frame = self
        while name not in holder.ever and holder.outer is not None:
            holder = holder.outer
        old = holder.ever.get(name)
        holder.ever[name] = value if old is None else join(old, value)

    def lookup(self, name: str) -> Value | None:
        """The value of a name here: local, of a function around, of the module."""
        value = self.env.get(name)
        if value is not None:
            return value
        outer = self.outer
        while outer is not None:
            value = outer.ever.get(name)
            if value is not None:
                return value
            outer = outer.outer
        return None
