"""Which file of a run an import means."""

from __future__ import annotations

from collections.abc import Iterable

from torchfix_codemods.analysis.syntax.parts import shared_start


class Modules:
    """The modules that the files of a run are, found by any dotted name that can mean them.

    Paths have forward slashes. Which folders are on the import path is not known: `a.b` is a file `a/b.py` in a folder
    above the file that imports it, or in any folder that is no package itself. The nearest to the importer wins, and of
    several equally near ones all count.
    """

    def __init__(self, paths: Iterable[str]) -> None:
        self.parts = {path: parts_of(path) for path in paths}
        self._packages = {folder_of(path) for path in self.parts if path.endswith("__init__.py")}
        self._by_name: dict[str, list[str]] = {}
        for path, parts in self.parts.items():
            if parts:
                self._by_name.setdefault(parts[-1], []).append(path)

    def named(self, module: str, importer: str) -> tuple[str, ...]:
        """The files that `module`, imported in the file `importer`, can mean; none where it is not of the run.

        `module` begins with dots where it is relative.
        """
        plain = module.lstrip(".")
        wanted = tuple(plain.split(".")) if plain else ()
        if module.startswith("."):
            return self._relative(wanted, len(module) - len(plain), importer)
        folder = folder_of(importer)
        found = [
            path
            for path in self._by_name.get(wanted[-1], ())
            if self.parts[path][-len(wanted) :] == wanted and self._is_root(self.parts[path][: -len(wanted)], folder)
        ]
        if len(found) < 2:
            return tuple(found)
        near = {path: shared_start(self.parts[path], folder) for path in found}
        nearest = max(near.values())
        return tuple(path for path in found if near[path] == nearest)

    def _is_root(self, root: tuple[str, ...], folder: tuple[str, ...]) -> bool:
        """Can a folder be on the import path of a program with a file in `folder`?"""
        return folder[: len(root)] == root or root not in self._packages

    def _relative(self, wanted: tuple[str, ...], level: int, importer: str) -> tuple[str, ...]:
        folder = folder_of(importer)
        if level - 1 > len(folder):
            return ()
        parts = (*folder[: len(folder) - (level - 1)], *wanted)
        if not parts:
            return tuple(path for path, own in self.parts.items() if not own)
        return tuple(path for path in self._by_name.get(parts[-1], ()) if self.parts[path] == parts)


def parts_of(path: str) -> tuple[str, ...]:
    """`a/b/__init__.py` is the module (a, b)."""
    parts = path.removesuffix(".pyi").removesuffix(".py").split("/")
    if parts[-1] == "__init__":
        parts = parts[:-1]
    return tuple(part for part in parts if part != ".")


def folder_of(path: str) -> tuple[str, ...]:
    """The folder that a file stands in, which its relative imports start from."""
    return tuple(part for part in path.split("/")[:-1] if part != ".")
