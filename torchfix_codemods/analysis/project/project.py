"""The files of a run as one program: who calls whom, and what they say together.

Every answer comes from syntax trees (`reading`). What is not in the run is unseen: an empty answer never means that
something does not happen.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from torchfix_codemods.analysis.project.definitions import Definitions, Place
from torchfix_codemods.analysis.project.interface import Call, Interface
from torchfix_codemods.analysis.tables.outside_names import KNOWN_ROOTS, is_plain_method
from torchfix_codemods.analysis.tables.words import words

Answers = TypeVar("Answers")

# Modules that put nothing on a GPU which the program does not ask for; what is neither here nor in the run may.
_WITHOUT_GPUS = frozenset(sys.stdlib_module_names) | words("""
    torch torchvision torchtext torchaudio numpy matplotlib mpl_toolkits scipy pandas sklearn PIL cv2 skimage imageio
    seaborn tqdm yaml h5py networkx gym gymnasium tensorboardX nltk requests six future psutil pytest plotly
""")


@dataclass(frozen=True)
class ProjectFacts:
    """What the files of a run say together.

    `files` are their interfaces by path, relative to the working directory, with forward slashes. `kept` says of a file
    why it is not rewritten together with another one, as a clause ("is not among the files that were named").
    """

    files: Mapping[str, Interface] = field(default_factory=dict)
    kept: Mapping[str, str] = field(default_factory=dict)

    def __reduce__(self) -> tuple[type[ProjectFacts], tuple[Mapping[str, Interface], Mapping[str, str]]]:
        return ProjectFacts, (self.files, self.kept)  # what is worked out from them stays in the process

    def shared(self, kind: Callable[[ProjectFacts], Answers]) -> Answers:
        """What answers questions over the run, made once by calling `kind`: all files ask the same ones."""
        if kind not in self._shared:
            self._shared[kind] = kind(self)
        return self._shared[kind]  # type: ignore[return-value]

    @cached_property
    def _shared(self) -> dict[object, object]:
        return {}

    @cached_property
    def definitions(self) -> Definitions:
        """What names stand for, and what classes and functions there are."""
        return Definitions(self.files)

    # ---- callers

    @cached_property
    def _calls(self) -> dict[str, list[tuple[str, Call]]]:
        """Last name of the callee -> (path, call)."""
        table: dict[str, list[tuple[str, Call]]] = {}
        for path, interface in self.files.items():
            for call in interface.calls:
                table.setdefault(call.callee.rsplit(".", 1)[-1], []).append((path, call))
        return table

    def calls_of(self, place: Place) -> Sequence[tuple[str, Call, bool]]:
        """(path, call, is certain) of every call of the run that can be one of this function, method or class."""
        if place not in self._calls_known:
            self._calls_known[place] = list(self._find_calls(place))
        return self._calls_known[place]

    @cached_property
    def _calls_known(self) -> dict[Place, list[tuple[str, Call, bool]]]:
        return {}

    def _find_calls(self, place: Place) -> Iterator[tuple[str, Call, bool]]:
        name = place.name.rsplit(".", 1)[-1]
        for path, call in self._calls.get(name, ()):
            if call.callee.startswith("?."):
                if "." in place.name and self.are_connected(path, place.path):
                    yield path, call, False
            elif self.is_meant(place, path, call.callee):
                yield path, call, True
        for alias, target_path in self._renamed.get(name, ()):
            for path, call in self._calls.get(alias, ()):
                if path == target_path and place in self.definitions.find(path, call.callee):
                    yield path, call, True

    def is_meant(self, place: Place, path: str, target: str) -> bool:
        """Can a dotted name of a file mean this function, or this method of the object that a method there is run on?

        `.Base.step` is what `self.step` of a class Base is written as, whose objects can be of a class below it.
        """
        if place in self.definitions.find(path, target):
            return True
        owner, _, method = target.removeprefix(".").rpartition(".")
        is_own = target.startswith(".") and owner and "." in place.name
        if not is_own or self.definitions.class_at(Place(path, owner)) is None:
            return False
        return any(self.definitions.method(heir, method) == place for heir in self.heirs(Place(path, owner)))

    def is_reached_elsewhere(self, place: Place) -> bool:
        """Can another file of the run get at a function, method, class or variable: does it call it, or import it?

        Or the method's class, one that derives from it, or the whole file, where the name is no private one.
        """
        owner = place.name.rpartition(".")[0]
        held = Place(place.path, owner) if owner else place
        if owner and any(heir.path != place.path for heir in self.heirs(held)):
            return True
        if any(path != place.path for path, _, _ in self.calls_of(place)):
            return True
        if not held.name.startswith("_") and place.path in self._taken_whole:
            return True
        others = ((path, target) for path, target in self._taken.get(held.name, ()) if path != place.path)
        return any(held in self.definitions.find(path, target) for path, target in others)

    @cached_property
    def _taken(self) -> dict[str, list[tuple[str, str]]]:
        """Last part of a name -> (file, dotted name) of the imports and star imports that may bring it."""
        table: dict[str, list[tuple[str, str]]] = {}
        for path, interface in self.files.items():
            for _, target in interface.imports:
                table.setdefault(target.rpartition(".")[2], []).append((path, target))
            for star in interface.stars:
                for file in self.definitions.modules.named(star, path):
                    names = [kind.name for kind in self.files[file].classes]
                    names += [function.name for function in self.files[file].functions]
                    names += [name for name, _ in self.files[file].names]
                    for name in names:
                        table.setdefault(name, []).append((path, f"{star}.{name}"))
        return table

    @cached_property
    def _taken_whole(self) -> frozenset[str]:
        """The files that others import as modules: `import lib`, `import package.lib`, `from package import lib`."""
        found: set[str] = set()
        for path, interface in self.files.items():
            targets = {target for _, target in interface.imports}
            parts = {target.rpartition(".")[0] for target in targets} | {*interface.stars}
            whole = targets | {module for module in interface.modules if module not in parts}
            found.update(self._others(whole, path))
        return frozenset(found)

    def _others(self, modules: Iterable[str], path: str) -> Iterator[str]:
        """The other files of the run that modules can mean which a file imports."""
        for module in modules:
            if module.partition(".")[0] not in KNOWN_ROOTS:
                yield from (one for one in self.definitions.modules.named(module, path) if one != path)

    def hands_on(self, path: str, name: str) -> bool:
        """Does another file take a name from this one that this one only imports: by name, by star, as `file.name`?"""
        if name not in self._handed_on:
            self._handed_on[name] = self._find_handed_on(name)
        return path in self._handed_on[name]

    @cached_property
    def _handed_on(self) -> dict[str, frozenset[str]]:
        return {}

    def _find_handed_on(self, name: str) -> frozenset[str]:
        """The files that others may take the name from."""
        found: set[str] = set()
        for path, interface in self.files.items():
            modules = {*interface.stars}
            targets = [target for _, target in interface.imports] + [call.callee for call in interface.calls]
            targets += [mention for _, mentions in interface.mentions for mention in mentions]
            modules.update(target.removesuffix(f".{name}") for target in targets if target.endswith(f".{name}"))
            found.update(self._others(modules, path))
        return frozenset(found)

    def heirs(self, place: Place) -> Iterator[Place]:
        """A class and all classes of the run that derive from it."""
        yield from self._below.get(place, (place,))

    @cached_property
    def _below(self) -> dict[Place, list[Place]]:
        table: dict[Place, list[Place]] = {}
        for kind in self.definitions.classes:
            for base in self.definitions.ancestry(kind)[0]:
                table.setdefault(base, []).append(kind)
        return table

    def calls_in(self, place: Place) -> list[Call]:
        """The calls that a function or method makes."""
        return self._made.get(place, [])

    @cached_property
    def _made(self) -> dict[Place, list[Call]]:
        table: dict[Place, list[Call]] = {}
        for path, interface in self.files.items():
            for call in interface.calls:
                table.setdefault(Place(path, call.inside), []).append(call)
        return table

    def sees_calls_of(self, place: Place) -> bool:
        """Would all calls by files of the run be among `calls_of`? Not those of a method that tensors have, too."""
        return not is_plain_method(place.name.rsplit(".", 1)[-1]) or "." not in place.name

    @cached_property
    def _renamed(self) -> dict[str, list[tuple[str, str]]]:
        """Last name of an import's target -> (the other name that a file gives it, the file)."""
        table: dict[str, list[tuple[str, str]]] = {}
        for path, interface in self.files.items():
            for bound, target in interface.imports:
                last = target.rsplit(".", 1)[-1]
                if bound != last:
                    table.setdefault(last, []).append((bound, path))
        return table

    # ---- what the whole run says

    @cached_property
    def imported_paths(self) -> frozenset[str]:
        """The files that some file of the run imports."""
        return frozenset(other for path, other in self._links if other != path)

    @cached_property
    def _links(self) -> tuple[tuple[str, str], ...]:
        """(importer, imported), files of the run both."""
        return tuple(
            (path, other)
            for path, interface in self.files.items()
            for module in interface.modules
            if module.partition(".")[0] not in KNOWN_ROOTS
            for other in self.definitions.modules.named(module, path)
        )

    @cached_property
    def connected(self) -> tuple[frozenset[str], ...]:
        """The files in groups that imports connect, in either direction."""
        groups: dict[str, set[str]] = {path: {path} for path in self.files}
        for path, other in self._links:
            mine, theirs = groups[path], groups[other]
            if mine is not theirs:
                larger, smaller = (mine, theirs) if len(mine) >= len(theirs) else (theirs, mine)
                larger |= smaller
                groups.update(dict.fromkeys(smaller, larger))
        return tuple({id(group): frozenset(group) for group in groups.values()}.values())

    def are_connected(self, one: str, other: str) -> bool:
        """Do imports connect two files, in either direction and over any number of files?"""
        return other in self._group[one]

    def group(self, path: str) -> frozenset[str]:
        """The files that imports connect with this one, and it itself."""
        return self._group.get(path, frozenset())

    @cached_property
    def _group(self) -> dict[str, frozenset[str]]:
        return {path: group for group in self.connected for path in group}

    def is_imported(self, path: str) -> bool:
        """Does any file of the run import the file at `path` (forward slashes)?"""
        return path in self.imported_paths

    @cached_property
    def reaching_torch(self) -> frozenset[str]:
        """The files that import torch, or a file of the run that does, over any number of files."""
        importers: dict[str, set[str]] = {}
        for path, other in self._links:
            importers.setdefault(other, set()).add(path)
        found = {
            path
            for path, interface in self.files.items()
            if any(module.partition(".")[0] == "torch" for module in interface.modules)
        }
        waiting = [*found]
        while waiting:
            new = importers.get(waiting.pop(), set()) - found
            found |= new
            waiting += new
        return frozenset(found)

    @cached_property
    def modules(self) -> frozenset[str]:
        """Names of classes that derive from torch.nn.Module, wherever a class of that name is defined."""
        return self._class_names(True)

    @cached_property
    def plain(self) -> frozenset[str]:
        """Names of classes that certainly do not, wherever a class of that name is defined."""
        return self._class_names(False)

    def _class_names(self, wanted: bool) -> frozenset[str]:
        found: dict[str, bool] = {}
        for place in self.definitions.classes:
            is_so = self.definitions.is_module(place) is wanted
            found[place.name] = found.get(place.name, True) and is_so
        return frozenset(name for name, is_so in found.items() if is_so)

    @cached_property
    def own_cuda(self) -> frozenset[str]:
        """Names of classes that define a method `cuda`, which `.to(device)` does not call, or inherit one."""
        return self._classes_with("cuda")

    @cached_property
    def own_to(self) -> frozenset[str]:
        """Names of classes that define a method `to`, or inherit one."""
        return self._classes_with("to")

    def has_class_with(self, method: str, path: str, besides: str) -> bool:
        """Does a class of a file that imports connect with this one, or of it itself, have a method of this name?"""
        classes = (kind for one in self._group.get(path, ()) for kind in self.files[one].classes)
        return any(method in kind.methods and kind.name != besides for kind in classes)

    def _classes_with(self, method: str) -> frozenset[str]:
        return frozenset(
            place.name for place in self.definitions.classes if self.definitions.provider(place, method) is not None
        )

    @cached_property
    def own_gradients(self) -> frozenset[str]:
        """Names of classes a method of which takes gradients, or inherit one."""
        return frozenset(place.name for place in self.definitions.classes if self._takes_gradients(place))

    def _takes_gradients(self, place: Place) -> bool:
        # A constructor has run before; what is defined in it may run at any time.
        return any(
            function.inner_line if method.name.endswith(".__init__") else function.gradient_line
            for method, function in self.definitions.methods_of(place)
        )

    @cached_property
    def attention(self) -> frozenset[str]:
        """Names of classes that may hold torch's own attention layers, also those of a file that imports one."""
        found = {name for one in self.files.values() for name in one.attention}
        rest = [one for one in self.files.values() if one.classes and not one.attention]
        while found:
            reached = [one for one in rest if any(module.rsplit(".", 1)[-1] in found for module in one.modules)]
            if not reached:
                break
            found |= {kind.name for one in reached for kind in one.classes}
            rest = [one for one in rest if one not in reached]
        return frozenset(found)

    @cached_property
    def packs(self) -> bool:
        """Does some file make packed sequences, which any function may be given?"""
        return any(one.packs for one in self.files.values())

    @cached_property
    def retains(self) -> bool:
        """Does some file retain graphs for a second backward pass?"""
        return any(one.retains for one in self.files.values())

    @cached_property
    def nests(self) -> bool:
        """Can a gradient have a graph of its own? Also where a file cannot be read, or none shows how they are made."""
        files = self.files.values()
        return any(one.nests or one.is_unread for one in files) or not any(one.goes_back for one in files)

    @cached_property
    def clears_itself(self) -> bool:
        """Does a module of some file clear its own gradients?"""
        return any(one.clears_itself for one in self.files.values())

    def knows_gpus(self, path: str) -> bool:
        """Can the program that a file belongs to, it and all files that imports connect with it, use a GPU?"""
        return any(self._may_use_gpus(one) for one in self._group.get(path, self.files))

    def _may_use_gpus(self, path: str) -> bool:
        interface = self.files[path]
        foreign = (module for module in interface.modules if module.partition(".")[0] not in _WITHOUT_GPUS)
        return interface.knows_gpus or not all(self._is_of_the_run(module, path) for module in foreign)

    def _is_of_the_run(self, module: str, path: str) -> bool:
        """Is a module, or what it is imported from, a file of the run? `from nets import Net` may import `nets.Net`."""
        while module.strip("."):
            if self.definitions.modules.named(module, path):
                return True
            module = module.rpartition(".")[0]
        return False

    def casts(self, path: str) -> bool:
        """Does a file that imports connect with this one, or it itself, ask for mixed precision?"""
        return any(self.files[one].casts for one in self._group.get(path, ()))

    def has_company(self, path: str) -> bool:
        """Do imports connect a file with another one of the run?"""
        return len(self._group.get(path, ())) > 1

    @cached_property
    def patched(self) -> dict[str, str]:
        """Method that a file gives classes or objects from outside -> the path of a file that does."""
        return {name: path for path, one in sorted(self.files.items(), reverse=True) for name in one.patched}

    @cached_property
    def choose_gpus(self) -> frozenset[str]:
        """Functions and classes that set CUDA_VISIBLE_DEVICES: asking for CUDA before they run makes them too late."""
        return frozenset(name for one in self.files.values() for name in one.chooses_gpus)


NO_PROJECT = ProjectFacts()
