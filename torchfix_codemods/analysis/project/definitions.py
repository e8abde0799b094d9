"""What a name of a run stands for, and the classes and functions that its files define."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from torchfix_codemods.analysis.project.interface import Class, Function, Given, Interface
from torchfix_codemods.analysis.project.modules import Modules
from torchfix_codemods.analysis.tables.outside_names import KNOWN_ROOTS

_FLAGS = frozenset(
    {
        Given("constant", "True"),
        Given("constant", "False"),
        Given("call", "torch.cuda.is_available"),
        Given("call", "bool"),
    }
)
_MODULE_BASES = frozenset({"nn.Module", "torch.nn.Module", "torch.nn.modules.Module", "torch.nn.modules.module.Module"})


class Place(NamedTuple):
    """A class, function, method (`Net.forward`) or module-level name of a file of the run."""

    path: str
    name: str


class Definitions:
    """Answers for the files of a run, by path. An empty answer means that something is not of the run, or not seen."""

    def __init__(self, files: Mapping[str, Interface]) -> None:
        self.files = files
        self.modules = Modules(files)
        self._known: dict[tuple[str, str], tuple[Place | str, ...]] = {}
        self._ancestries: dict[Place, tuple[tuple[Place, ...], frozenset[str]]] = {}
        self._tables: dict[tuple[str, str], dict[str, object]] = {}

    # ---- names

    def find(self, path: str, target: str) -> tuple[Place, ...]:
        """The definitions of the run that a dotted name, used in a file, can mean; none where it is not of the run.

        A name of the file itself begins with one dot (`.Net`), as in `interface`.
        """
        return tuple(place for place in self._resolved(path, target) if isinstance(place, Place))

    def outside(self, path: str, target: str) -> str | None:
        """The dotted name outside the run that a name stands for: `base.nn.Linear`, where `base` imports nn from torch,
        is `torch.nn.Linear`. None where it is a definition of the run, or nothing is known."""
        found = {name for name in self._resolved(path, target) if isinstance(name, str)}
        return found.pop() if len(found) == 1 else None

    def _resolved(self, path: str, target: str) -> tuple[Place | str, ...]:
        key = path, target
        if key not in self._known:
            self._known[key] = ()  # a circle of imports leads nowhere
            self._known[key] = tuple(dict.fromkeys(self._resolve(path, target)))
        return self._known[key]

    def _resolve(self, path: str, target: str) -> Iterator[Place | str]:
        if target.partition(".")[0] in KNOWN_ROOTS:
            yield target
            return
        if path in self.files and self._is_own(path, target):
            yield from self._member(path, target.removeprefix("."))
            return
        module, names = target, ""
        while module.strip("."):
            found = self.modules.named(module, path)
            if found:
                for file in found:
                    yield from self._member(file, names)
                return
            module, _, last = module.rpartition(".")
            if not module:
                break
            if not module.strip("."):  # `.Net`: a name of the package
                for file in self.modules.named(module, path):
                    yield from self._member(file, f"{last}.{names}" if names else last)
            names = f"{last}.{names}" if names else last
        if target.startswith("."):
            return
        brought = [one for star in self._stars(path) for one in self._from_star(path, star, target)]
        yield from brought or [target]

    def _stars(self, path: str) -> tuple[str, ...]:
        return self.files[path].stars if path in self.files else ()

    def _is_own(self, path: str, target: str) -> bool:
        """Is it a name that the file itself defines? With one dot in front, which a relative import has, too."""
        if not target.startswith(".") or target.startswith(".."):
            return False
        return target[1:].partition(".")[0] in self._defined(path)

    def _member(self, path: str, names: str) -> Iterator[Place | str]:
        """What a name of a file is, with what follows it."""
        if not names:
            yield Place(path, "")
            return
        first, _, rest = names.partition(".")
        if first in self._defined(path):
            yield Place(path, names)
            return
        suffix = f".{rest}" if rest else ""
        imported = self._imports(path).get(first)
        if imported is not None:
            yield from self._resolved(path, f"{imported}{suffix}")
            return
        for given in self._names(path).get(first, ()):
            if given.kind == "name" and not given.then:
                yield from self._resolved(path, f"{given.text}{suffix}")
            else:
                yield Place(path, names)
        submodule = self.modules.named(f".{first}", path) if path.endswith("__init__.py") else ()
        for file in submodule:
            yield from self._member(file, rest)
        for star in self._stars(path):
            yield from self._from_star(path, star, names)

    def _from_star(self, path: str, star: str, names: str) -> Iterator[Place | str]:
        for file in self.modules.named(star, path):
            if names.partition(".")[0].startswith("_"):
                continue
            key = file, f"*{names}"
            if key not in self._known:
                self._known[key] = ()
                self._known[key] = tuple(self._member(file, names))
            yield from self._known[key]

    def star_names(self, path: str) -> dict[str, str]:
        """Name -> what it stands for outside the run, for every name that star imports from files of the run bring."""
        found: dict[str, str] = {}
        for star in self._stars(path):
            for file in self.modules.named(star, path):
                for name in self._exported(file, frozenset()):
                    target = self.outside(path, f"{star}.{name}")
                    if target is not None:
                        found.setdefault(name, target)
        return found

    def _exported(self, path: str, seen: frozenset[str]) -> set[str]:
        if path in seen:
            return set()
        interface = self.files[path]
        found = {name for name, _ in (*interface.imports, *interface.names)} | self._defined(path)
        for star in interface.stars:
            for file in self.modules.named(star, path):
                found |= self._exported(file, seen | {path})
        return {name for name in found if not name.startswith("_")}

    # ---- tables, each made once

    def _table(self, kind: str, path: str) -> dict[str, object]:
        key = kind, path
        if key not in self._tables:
            interface = self.files[path]
            if kind == "imports":
                self._tables[key] = dict(interface.imports)
            elif kind == "names":
                self._tables[key] = dict(interface.names)
            elif kind == "classes":
                self._tables[key] = {part.name: part for part in interface.classes}
            else:
                self._tables[key] = {part.name: part for part in interface.functions}
        return self._tables[key]

    def _imports(self, path: str) -> dict[str, str]:
        return self._table("imports", path)  # type: ignore[return-value]

    def _names(self, path: str) -> dict[str, tuple[Given, ...]]:
        return self._table("names", path)  # type: ignore[return-value]

    def _classes(self, path: str) -> dict[str, Class]:
        return self._table("classes", path)  # type: ignore[return-value]

    def _functions(self, path: str) -> dict[str, Function]:
        return self._table("functions", path)  # type: ignore[return-value]

    def _defined(self, path: str) -> set[str]:
        return self._classes(path).keys() | {name for name in self._functions(path) if "." not in name}

    # ---- definitions

    @cached_property
    def classes(self) -> tuple[Place, ...]:
        """All classes of the run."""
        return tuple(Place(path, kind.name) for path, one in self.files.items() for kind in one.classes)

    def class_at(self, place: Place) -> Class | None:
        """The class that stands at a place."""
        return self._classes(place.path).get(place.name) if place.path in self.files else None

    def function_at(self, place: Place) -> Function | None:
        """The function or method that stands at a place; a method also where a class of the run inherits it."""
        if place.path not in self.files:
            return None
        found = self._functions(place.path).get(place.name)
        if found is not None or "." not in place.name:
            return found
        owner, _, method = place.name.rpartition(".")
        inherited = self.method(Place(place.path, owner), method)
        return None if inherited is None else self._functions(inherited.path).get(inherited.name)

    def ancestry(self, place: Place) -> tuple[tuple[Place, ...], frozenset[str]]:
        """A class of the run with its bases of the run, nearest first, and the bases outside (`?` for unknown ones)."""
        if place not in self._ancestries:
            self._ancestries[place] = self._find_ancestry(place)
        return self._ancestries[place]

    def _find_ancestry(self, place: Place) -> tuple[tuple[Place, ...], frozenset[str]]:
        found: dict[Place, None] = {}
        outer: set[str] = set()
        waiting = [place]
        while waiting:
            here = waiting.pop(0)
            kind = self.class_at(here)
            if kind is None or here in found:
                continue
            found[here] = None
            for base in kind.bases:
                resolved = list(self._resolved(here.path, base)) if base != "?" else []
                places = [one for one in resolved if isinstance(one, Place) and self.class_at(one)]
                waiting += places
                if not places:
                    outer |= {one for one in resolved if isinstance(one, str)} or {"?"}
        return tuple(found), frozenset(outer)

    def method(self, place: Place, name: str) -> Place | None:
        """Where a method of a class is defined, in the class or its bases of the run."""
        for here in self.ancestry(place)[0]:
            kind = self.class_at(here)
            if kind is not None and name in kind.methods:
                return Place(here.path, f"{here.name}.{name}")
        return None

    def methods_of(self, place: Place) -> Iterator[tuple[Place, Function]]:
        """The methods that a class and its bases of the run define, those of the nearest first."""
        for here in self.ancestry(place)[0]:
            kind = self.class_at(here)
            for name in kind.methods if kind is not None else ():
                method = Place(here.path, f"{here.name}.{name}")
                function = self.function_at(method)
                if function is not None:
                    yield method, function

    def provider(self, place: Place, name: str) -> Place | None:
        """The class, this one or a base of it in the run, that gives its objects a method, by `def` or by `=`.

        Not so by `self.cuda = torch.cuda.is_available()`: what can be True or False is never called.
        """
        for here in self.ancestry(place)[0]:
            kind = self.class_at(here)
            given = dict(kind.attributes).get(name, ()) if kind is not None else ()
            if kind is not None and (name in kind.methods or (given and _FLAGS.isdisjoint(given))):
                return Place(here.path, f"{here.name}.{name}")
        return None

    @cached_property
    def loads_strictly(self) -> bool:
        """Does a class that may be no module have a `load_state_dict` that takes `strict`, as that of modules?"""
        return any(
            function.name.endswith(".load_state_dict")
            and any(name == "strict" or name.startswith("**") for name in function.parameters)
            and not self.is_module(Place(path, function.name.rpartition(".")[0]))
            for path, interface in self.files.items()
            for function in interface.functions
        )

    def is_module(self, place: Place) -> bool | None:
        """Does a class derive from torch.nn.Module? None where a base is not seen, or it may be mixed into one."""
        _, outer = self.ancestry(place)
        if any(is_module_class(base) for base in outer):
            return True
        return None if outer - {"object"} else False


def is_module_class(qualified: str) -> bool:
    """Is it torch.nn.Module, or a class of torch.nn, torchvision or a framework that derives from it?"""
    if qualified in _MODULE_BASES:
        return True
    name = qualified.rsplit(".", 1)[-1]
    return qualified.startswith(("torch.nn.", "torchvision.models.")) and name[:1].isupper() and name != "Parameter"
