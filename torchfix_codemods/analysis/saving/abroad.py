"""How the constructor call that stands in another file of the run is written here."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cached_property

from torchfix_codemods.analysis.inference.file import File
from torchfix_codemods.analysis.project.definitions import Place
from torchfix_codemods.analysis.project.modules import folder_of, parts_of
from torchfix_codemods.analysis.saving.carried import Carried, Meaning, Meanings, Part
from torchfix_codemods.analysis.saving.model_rebuild import Written
from torchfix_codemods.analysis.syntax.at import plain
from torchfix_codemods.analysis.syntax.guards import binding_before, is_main_guard
from torchfix_codemods.analysis.syntax.scopes import import_target
from torchfix_codemods.analysis.syntax.tree import FUNCTIONS, Binding, Scope, Tree
from torchfix_codemods.analysis.values.variables import Variables
from torchfix_codemods.edits import AddImport, Edit

_LONGEST = 160
_LIBRARIES = frozenset({"torch", "torchvision", "torchaudio", "torchtext"})


class _UnknownError(Exception):
    """A name of the call is not known here. `reason` says which, as a clause."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Abroad:
    """Answers for one file."""

    def __init__(self, file: File, variables: Variables) -> None:
        self.file = file
        self.tree: Tree = file.tree
        self.where = plain(file.path)
        self.variables = variables

    @cached_property
    def meanings(self) -> Meanings:
        """What the expressions of this file mean."""
        return Meanings(self.file, self.variables)

    def is_alike(self, carried: Carried, call: ast.Call) -> bool:
        """Does a call of this file make such a model as the other one?"""
        wanted = carried.call.key
        return bool(wanted) and self._brought_home(self.meanings.of(call).key, carried.path) == wanted

    def at(self, carried: Carried, place: ast.expr) -> Written:
        """The call as it is written at a place."""
        imports: dict[Edit, None] = {}
        try:
            text = self._text(carried.call, carried, place, imports)
        except _UnknownError as unknown:
            return Written(reason=unknown.reason)
        text = text if '"' in text or "\\" in text else text.replace("'", '"')
        if len(text) > _LONGEST:
            return Written(reason=f"{carried.where} is too long to be written twice")
        return Written(text, edits=tuple(imports))

    def _text(self, meaning: Meaning, carried: Carried, place: ast.expr, imports: dict[Edit, None]) -> str:
        parts = (
            piece if isinstance(piece, str) else self._part(piece, carried, place, imports) for piece in meaning.pieces
        )
        return "".join(parts)

    def _part(self, part: Part, carried: Carried, place: ast.expr, imports: dict[Edit, None]) -> str:
        if part.reason:
            raise _UnknownError(f"{part.reason} ({carried.where})")
        if part.place is not None:
            return self._of_the_run(part, part.place, carried, place, imports)
        if part.outside:
            return self._from_outside(part.outside, place, imports)
        if part.option:
            return self._option(part, carried, place)
        known = self._variable(part, carried, place)
        if known:
            return known
        if part.inner is None or not carried.is_pure(part.inner.node):
            raise _UnknownError(f"`{part.text}` in {carried.where} is not known in {self.where}")
        inner = self._text(part.inner, carried, place, imports)
        is_plain = isinstance(part.inner.node, (ast.Constant, ast.Name, ast.Attribute, ast.Call, ast.Subscript))
        return inner if is_plain else f"({inner})"

    # ---- variables

    def _option(self, part: Part, carried: Carried, place: ast.expr) -> str:
        """The option of the same name, if it is defined in the same way."""
        for name, binding in self._visible(place):
            node = binding.node
            stand_in = self._read_of(name, place)
            if stand_in is None or not isinstance(node, (ast.Name, ast.arg)):
                continue
            found = self.meanings.part(stand_in, 1)
            if found is None or found.key != "<options>":
                continue
            here = self.meanings.option(part.option)
            if here == [part.key]:
                return f"{name}.{part.option}"
            if here:
                raise _UnknownError(
                    f"the option `{part.text}` in {carried.where} is defined in another way in {self.where}"
                )
        raise _UnknownError(f"`{part.text}` in {carried.where} is no option of {self.where}")

    def _variable(self, part: Part, carried: Carried, place: ast.expr) -> str:
        """A variable that holds the same here; empty if there is none."""
        found = [name for name, binding in self._visible(place) if self._holds(name, binding, part.key, carried, place)]
        return part.text if part.text in found else next(iter(found), "")

    def _holds(self, name: str, binding: Binding, key: str, carried: Carried, place: ast.expr) -> bool:
        if not isinstance(binding.node, (ast.Name, ast.arg)):
            return False
        if key == "<options>":
            stand_in = self._read_of(name, place)
            part = self.meanings.part(stand_in, 1) if stand_in is not None else None
            return part is not None and part.key == key
        given = self.meanings.of_binding(binding)
        own = self._brought_home(given.key, carried.path) if given is not None else ""
        return own != "" and own in (key, f"({key})", key.removeprefix("(").removesuffix(")"))

    def _read_of(self, name: str, place: ast.expr) -> ast.Name | None:
        """A place of the file where a variable is read that is seen from `place`."""
        scope = self.tree.scope(place).lookup(name)
        return next((one for one in self.tree.names(name) if self.tree.scope(one).lookup(name) is scope), None)

    def _visible(self, place: ast.expr) -> Iterator[tuple[str, Binding]]:
        """The names with one binding that have their value at a place."""
        inner: Scope | None = self.tree.scope(place)
        scope, seen = inner, set[str]()
        while scope is not None:
            for name, bindings in scope.bindings.items():
                if name in seen or (isinstance(scope.node, ast.ClassDef) and scope is not inner):
                    continue
                seen.add(name)
                if len(bindings) == 1 and self._is_bound(name, bindings[0], scope, place):
                    yield name, bindings[0]
            scope = scope.parent

    def _is_bound(self, name: str, binding: Binding, scope: Scope, place: ast.expr) -> bool:
        """Has a variable its value when a place is run?"""
        if isinstance(binding.node, ast.arg) or scope is not self.tree.scope(place):
            return True
        return binding_before(self.tree, name, place, scope.node) is not None

    # ---- definitions

    def _of_the_run(
        self, part: Part, wanted: Place, carried: Carried, place: ast.expr, imports: dict[Edit, None]
    ) -> str:
        first = wanted.name.partition(".")[0]
        definitions = self.file.project.definitions
        if self._is_twin(wanted, first):
            if self._is_free(first, place):
                return wanted.name
            raise _UnknownError(f"`{first}` in {carried.where} is something else in {self.where}")
        for name, binding in self._visible(place):
            if not isinstance(binding.node, ast.alias):
                continue
            assert isinstance(binding.statement, (ast.Import, ast.ImportFrom))
            target = import_target(binding.node, binding.statement)
            rests = [wanted.name, *([wanted.name.removeprefix(f"{first}.")] if "." in wanted.name else []), ""]
            for rest in rests:
                if definitions.find(self.file.path, f"{target}.{rest}" if rest else target) == (wanted,):
                    return f"{name}.{rest}" if rest else name
        bound = self.tree.scope(place).lookup(first)
        if bound is None and wanted in definitions.find(self.file.path, first):
            return wanted.name  # by a star import
        module = self._module_of(wanted, carried)
        if not module:
            raise _UnknownError(
                f"`{first}` in {carried.where} is not known in {self.where}, and cannot be imported there"
            )
        if bound is not None or first in self.tree.scopes[self.tree.module].bindings:
            raise _UnknownError(f"`{first}` in {carried.where} is something else in {self.where}")
        if not first:  # the module itself
            raise _UnknownError(f"`{part.text}` in {carried.where} is not imported in {self.where}")
        imports[AddImport(module, first)] = None
        return wanted.name

    def _is_free(self, name: str, place: ast.expr) -> bool:
        """Does a name mean what the module binds it to, at a place?"""
        top = self.tree.scopes[self.tree.module]
        if self.tree.scope(place).lookup(name) is not top:
            return False
        inside_function = self.tree.scope(place) is not top
        return inside_function or binding_before(self.tree, name, place, top.node) is not None

    def _is_twin(self, wanted: Place, name: str) -> bool:
        """Does this file define the same, by the very same text?"""
        other = self.file.other(wanted.path)
        if name not in self.tree.scopes[self.tree.module].bindings:
            return False
        if wanted.path == self.file.path:
            return True
        mine = defined(self.tree, name, frozenset())
        return other is not None and mine != "" and mine == defined(other.tree, name, frozenset())

    def _brought_home(self, key: str, path: str) -> str:
        """A key of this file, with the definitions that the other file has too as those of that one."""
        own = f"<{self.file.path}:"
        for name in {part.partition(">")[0] for part in key.split(own)[1:]}:
            if self._is_twin(Place(path, name), name.partition(".")[0]):
                key = key.replace(f"{own}{name}>", f"<{path}:{name}>")
        return key

    def _module_of(self, wanted: Place, carried: Carried) -> str:
        """What this file imports a definition from; empty where it cannot."""
        definitions = self.file.project.definitions
        if wanted.path in (carried.path, self.file.path) or not wanted.name:
            return self._entry(wanted)
        facts = self.file.project.files[carried.path]
        sources = [target.rpartition(".")[0] for _, target in facts.imports] + [target for _, target in facts.imports]
        for module in dict.fromkeys((*sources, *facts.stars)):
            is_near = folder_of(self.file.path) == folder_of(carried.path)
            if not module.strip(".") or (module.startswith(".") and not is_near):
                continue
            first = wanted.name.partition(".")[0]
            if (Place(wanted.path, first),) == definitions.find(self.file.path, f"{module}.{first}"):
                return module
        return ""

    def _entry(self, wanted: Place) -> str:
        """The module that the saving file is, where to import it runs nothing."""
        other = self.file.other(wanted.path)
        near = folder_of(wanted.path) == folder_of(self.file.path)
        if other is None or not near or wanted.path == self.file.path:
            return ""
        if self.file.path in self.file.project.group(wanted.path) and not self._imports(wanted.path):
            return ""  # it may import this file
        name = parts_of(wanted.path)[-1]
        return name if name.isidentifier() and all(map(_is_quiet, other.tree.module.body)) else ""

    def _imports(self, path: str) -> bool:
        modules = self.file.project.files[self.file.path].modules
        return any(path in self.file.project.definitions.modules.named(one, self.file.path) for one in modules)

    def _from_outside(self, target: str, place: ast.expr, imports: dict[Edit, None]) -> str:
        best = ""
        for name, binding in self._visible(place):
            if not isinstance(binding.node, ast.alias):
                continue
            assert isinstance(binding.statement, (ast.Import, ast.ImportFrom))
            brought = import_target(binding.node, binding.statement)
            if target == brought or target.startswith(f"{brought}."):
                text = name + target.removeprefix(brought)
                best = min(filter(None, (best, text)), key=len)
        if best:
            return best
        root, _, rest = target.partition(".")
        name = root if root in _LIBRARIES or not rest else target.rpartition(".")[2]
        if self.tree.scope(place).lookup(name) is not None or name in self.tree.scopes[self.tree.module].bindings:
            raise _UnknownError(f"`{name}` is something else in {self.where}")
        if name == root:
            imports[AddImport(root)] = None
            return target
        imports[AddImport(target.rpartition(".")[0], name)] = None
        return name


def _is_quiet(statement: ast.stmt) -> bool:
    """Does a statement only define something, when the module is imported?"""
    if isinstance(statement, (*FUNCTIONS, ast.ClassDef, ast.Import, ast.ImportFrom)) or is_main_guard(statement):
        return True
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Constant)
    is_given = isinstance(statement, (ast.Assign, ast.AnnAssign))
    return is_given and not any(isinstance(part, ast.Call) for part in ast.walk(statement))


def defined(tree: Tree, name: str, seen: frozenset[str]) -> str:
    """What a module binds a name to, with all that it needs of the module; empty where that is not one thing."""
    bindings = tree.scopes[tree.module].bindings.get(name, [])
    if len(bindings) != 1 or name in seen:
        return "again" if name in seen else ""
    node = bindings[0].node
    if isinstance(node, ast.alias):
        assert isinstance(bindings[0].statement, (ast.Import, ast.ImportFrom))
        return import_target(node, bindings[0].statement)
    whole = node if isinstance(node, (*FUNCTIONS, ast.ClassDef)) else bindings[0].value
    if whole is None:
        return ""
    used = {n.id for n in ast.walk(whole) if isinstance(n, ast.Name)} - {name}
    own = sorted(used & tree.scopes[tree.module].bindings.keys())
    return "\n".join((ast.dump(whole), *(f"{one}={defined(tree, one, seen | {name})}" for one in own)))
