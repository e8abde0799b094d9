"""What one file tells the others: which modules it imports, which classes it defines on which bases.

Read from the bytes with two regular expressions, not from a syntax tree: this runs on every file of a run, also on
those that no rule looks at, and a wrong entry only costs a missed fix or a device line in a function instead of the
module.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

_IMPORT = re.compile(
    rb"^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n;#]+)|import[ \t]+([^\n;#]+))", re.M
)
_COMMENT = re.compile(rb"#[^\n]*")
_CLASS = re.compile(rb"^class[ \t]+(\w+)[ \t]*\(([^()]*)\)[ \t]*:", re.M)
_OWN_CUDA = re.compile(rb"^(?:class[ \t]+(\w+)|[ \t]+def[ \t]+cuda[ \t]*\()", re.M)
_MODULE_BASES = frozenset({"nn.Module", "torch.nn.Module", "Module", "nn.modules.Module", "torch.nn.modules.Module"})


@dataclass(frozen=True, slots=True)
class FileFacts:
    """One file's part. `imports` holds dotted module names, relative ones with their dots; `classes` name -> bases.

    `own_cuda` are the classes that define a method `cuda`.
    """

    imports: tuple[str, ...] = ()
    classes: tuple[tuple[str, tuple[str, ...]], ...] = ()
    own_cuda: tuple[str, ...] = ()


@dataclass(frozen=True)
class ProjectFacts:
    """What the files of a run say together.

    `imported` holds the last two parts of every imported module name (`models.net`, `net`), `modules` the names of
    classes that derive from torch.nn.Module through any chain of classes of the run, and `plain` the names of the
    classes of the run that certainly do not: every class of that name has known bases and none is a Module.
    `own_cuda` are the classes that define a method `cuda`, which `.to(device)` does not call.
    """

    imported: frozenset[str] = frozenset()
    modules: frozenset[str] = frozenset()
    plain: frozenset[str] = field(default=frozenset())
    own_cuda: frozenset[str] = frozenset()

    def is_imported(self, path: str) -> bool:
        """Does any file of the run import the file at `path` (forward slashes)?"""
        parts = path.removesuffix(".py").removesuffix(".pyi").split("/")
        if parts[-1] == "__init__":
            parts = parts[:-1]
        name = parts[-1] if parts else ""
        pair = ".".join(parts[-2:])
        return pair in self.imported or (len(parts) < 2 and name in self.imported) or f"./{name}" in self.imported


NO_PROJECT = ProjectFacts()


def facts_of(data: bytes) -> FileFacts:
    """Read one file's facts from its bytes (any encoding that keeps ASCII)."""
    imports: set[str] = set()
    for origin, names, plain in _IMPORT.findall(data):
        if plain:
            imports.update(part.split()[0] for part in plain.decode("ascii", "replace").split(",") if part.split())
            continue
        module = origin.decode("ascii", "replace")
        imports.add(module)
        listed = _COMMENT.sub(b"", names).decode("ascii", "replace").strip("()")
        for words in map(str.split, listed.split(",")):
            if words and words[0] != "*":
                imports.add(f"{module}{'' if module.endswith('.') else '.'}{words[0]}")
    classes = tuple(
        (name.decode(), tuple(base.strip().decode("ascii", "replace") for base in bases.split(b",") if base.strip()))
        for name, bases in _CLASS.findall(data)
    )
    return FileFacts(tuple(sorted(imports)), classes, _classes_with_own_cuda(data))


def _classes_with_own_cuda(data: bytes) -> tuple[str, ...]:
    """The top-level classes above a method `cuda`."""
    found: list[str] = []
    last = ""
    for name in _OWN_CUDA.findall(data):
        if name:
            last = name.decode()
        elif last and last not in found:
            found.append(last)
    return tuple(found)


def join_facts(facts: Iterable[FileFacts]) -> ProjectFacts:
    """Put the files of a run together."""
    imported: set[str] = set()
    classes: dict[str, list[tuple[str, ...]]] = {}
    own_cuda: set[str] = set()
    for part in facts:
        own_cuda.update(part.own_cuda)
        for module in part.imports:
            names = [name for name in module.split(".") if name]
            imported.add(".".join(names[-2:]))
            if module.startswith(".") or len(names) == 1:
                imported.add(f"./{names[-1]}" if names else "")
        for name, bases in part.classes:
            classes.setdefault(name, []).append(bases)
    modules = _module_classes(classes)
    plain = frozenset(name for name in classes if name not in modules and _certainly_plain(name, classes, set()))
    return ProjectFacts(frozenset(imported), modules, plain, frozenset(own_cuda))


def _module_classes(classes: Mapping[str, list[tuple[str, ...]]]) -> frozenset[str]:
    """Names all of whose definitions reach nn.Module. A name with two meanings counts only if both do."""
    found: set[str] = set()
    while True:
        more = {
            name
            for name, definitions in classes.items()
            if name not in found
            and all(any(b in _MODULE_BASES or b.rsplit(".", 1)[-1] in found for b in bases) for bases in definitions)
        }
        if not more:
            return frozenset(found)
        found |= more


def _certainly_plain(name: str, classes: Mapping[str, list[tuple[str, ...]]], seen: set[str]) -> bool:
    if name in seen:
        return True
    if name == "object":
        return True
    if name not in classes:
        return False
    return all(_certainly_plain(base, classes, seen | {name}) for bases in classes[name] for base in bases)
