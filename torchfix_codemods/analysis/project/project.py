"""What one file tells the others: which modules it imports, which classes it defines on which bases.

Read from the bytes with two regular expressions, not from a syntax tree: this runs on every file of a run, also on
those that no rule looks at, and a wrong entry only costs a missed fix or a device line in a function instead of the
module.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

_IMPORT = re.compile(
    rb"^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n;#]+)|import[ \t]+([^\n;#]+))", re.M
)
_COMMENT = re.compile(rb"#[^\n]*")
_CLASS = re.compile(rb"^class[ \t]+(\w+)[ \t]*(?:\(([^()]*)\)[ \t]*)?:", re.M)
_OWN_CUDA = re.compile(rb"^(?:class[ \t]+(\w+)|[ \t]+def[ \t]+cuda[ \t]*\()", re.M)
# A line that begins at the margin ends a class.
_OWN_GRADIENTS = re.compile(
    rb"^class[ \t]+(\w+)|^(?P<margin>def|if|for|while|with|try|@)"
    rb"|\bautograd\.grad\(|\.requires_grad_\((?!False)|\bcreate_graph\b|\bis_grad_enabled\b|\benable_grad\b",
    re.M,
)
# A pattern is slow on bytes that hold none of its words; these are cheap to look for.
_GRADIENT_WORDS = (b"autograd.grad(", b".requires_grad_(", b"create_graph", b"is_grad_enabled", b"enable_grad")
_ATTENTION_WORDS = (b"Transformer", b"MultiheadAttention")
# Functions and classes that choose the GPUs of the process when they run.
_CHOOSES_GPUS = re.compile(
    rb"^(?:class|def|async def)[ \t]+(\w+)|^(?P<margin>if|for|while|with|try)"
    rb"|^[ \t]+[^#\n]*CUDA_VISIBLE_DEVICES[\"']?\]?[ \t]*[=,]",
    re.M,
)
_ATTENTION = re.compile(
    rb"\bnn\.(?:Transformer|MultiheadAttention)"
    rb"|\bfrom[ \t]+torch\.nn\S*[ \t]+import\b[^\n]*\b(?:Transformer\w*|MultiheadAttention)"
)
# A file that may load whole models: `model = torch.load(..)`, `torch.load(..).eval()`.
_LOADS_MODELS = re.compile(
    rb"\b\w*(?:model|net)\w*[ \t]*=[ \t]*torch\.load\(|\btorch\.load\([^\n]*\)\.(?:eval|module|state_dict|to|cuda)\b",
    re.I,
)
# Such a load, with the quote of its file name if that is written there.
_LOADED_MODEL = re.compile(
    rb"\b\w*(?:model|net)\w*[ \t]*=[ \t]*torch\.load\([ \t]*([\"'fru]*[\"'])?"
    rb"|\btorch\.load\([ \t]*([\"'fru]*[\"'])?[^\n]*\)\.(?:eval|module|to|cuda)\b",
    re.I,
)
ANY_FILE = "*"
_FILE_NAME = re.compile(
    rb"""torch\.load\([^"'\n]*["']([^"'\n]+)["']|["']([^"'\n]*\.(?:pth?|pkl|pickle|ckpt|t7|tar|model|bin|mdl))["']"""
)
_FIELD = re.compile(r"\{[^{}]*\}|%[-+ #0-9.]*[a-zA-Z]")
_MODULE_BASES = frozenset({"nn.Module", "torch.nn.Module", "Module", "nn.modules.Module", "torch.nn.modules.Module"})


@dataclass(frozen=True, slots=True)
class FileFacts:
    """One file's part. `imports` holds dotted module names, relative ones with their dots; `classes` name -> bases.

    `own_cuda` are the classes that define a method `cuda`, `own_gradients` those with a method that takes gradients,
    and `attention` those of a file that names torch's own Transformer or MultiheadAttention. `model_files` are names
    of saved files that a file mentions which may load whole models. `packs` says that it makes packed sequences, and
    `retains` that it retains graphs; `clears_itself`: a module clears its own gradients. `choose_gpus` are the
    functions and classes that set CUDA_VISIBLE_DEVICES.
    """

    imports: tuple[str, ...] = ()
    classes: tuple[tuple[str, tuple[str, ...]], ...] = ()
    own_cuda: tuple[str, ...] = ()
    own_gradients: tuple[str, ...] = ()
    attention: tuple[str, ...] = ()
    model_files: tuple[str, ...] = ()
    packs: bool = False
    choose_gpus: tuple[str, ...] = ()
    retains: bool = False
    clears_itself: bool = False


@dataclass(frozen=True)
class ProjectFacts:
    """What the files of a run say together.

    `imported` holds the last two parts of every imported module name (`models.net`, `net`), `modules` the names of
    classes that derive from torch.nn.Module through any chain of classes of the run, and `plain` the names of the
    classes of the run that certainly do not: every class of that name has known bases and none is a Module.
    `own_cuda` are the classes that define a method `cuda`, which `.to(device)` does not call. `own_gradients` take
    gradients in a method, and `attention` may hold torch's own attention layers, also those of an imported file.
    `model_files` holds the names of saved files with the number of files that mention them and may load whole models;
    ANY_FILE among them counts the files that load one and name no file.
    `packs` says that some file makes packed sequences, which any function may be given. `choose_gpus` are functions and
    classes that set CUDA_VISIBLE_DEVICES: what asks for CUDA before they run makes that come too late.
    `retains` says that some file retains graphs for a second backward pass, `clears_itself` that a module of some file
    clears its own gradients.
    """

    imported: frozenset[str] = frozenset()
    modules: frozenset[str] = frozenset()
    plain: frozenset[str] = field(default=frozenset())
    own_cuda: frozenset[str] = frozenset()
    own_gradients: frozenset[str] = frozenset()
    attention: frozenset[str] = frozenset()
    model_files: frozenset[tuple[str, int]] = frozenset()
    packs: bool = False
    choose_gpus: frozenset[str] = frozenset()
    retains: bool = False
    clears_itself: bool = False

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
    attention = (
        tuple(name for name, _ in classes)
        if any(word in data for word in _ATTENTION_WORDS) and _ATTENTION.search(data)
        else ()
    )
    return FileFacts(
        tuple(sorted(imports)),
        classes,
        _definitions_with(_OWN_CUDA, data) if b" cuda" in data or b"\tcuda" in data else (),
        _definitions_with(_OWN_GRADIENTS, data) if any(word in data for word in _GRADIENT_WORDS) else (),
        attention,
        _model_files(data),
        b"pack_padded_sequence" in data or b"pack_sequence" in data or b"PackedSequence" in data,
        _definitions_with(_CHOOSES_GPUS, data) if b"CUDA_VISIBLE_DEVICES" in data else (),
        b"retain_graph" in data,
        b"self.zero_grad()" in data and b"def forward" in data,
    )


def file_label(text: str) -> str:
    """The last part of a path, with `{}` for what is filled in."""
    return _FIELD.sub("{}", text).rsplit("/", 1)[-1]


def _model_files(data: bytes) -> tuple[str, ...]:
    if b"torch.load(" not in data or not _LOADS_MODELS.search(data):
        return ()
    names = {file_label((a or b).decode("utf-8", "replace")) for a, b in _FILE_NAME.findall(data)}
    if not names and any(not (match[1] or match[2]) for match in _LOADED_MODEL.finditer(data)):
        names.add(ANY_FILE)
    return tuple(sorted(names - {"", "{}"}))


def _definitions_with(pattern: re.Pattern[bytes], data: bytes) -> tuple[str, ...]:
    """The top-level definitions above the places that a pattern finds; its first group finds their headers."""
    found: list[str] = []
    last = ""
    for match in pattern.finditer(data):
        if match[1]:
            last = match[1].decode()
        elif match.lastgroup == "margin":
            last = ""
        elif last and last not in found:
            found.append(last)
    return tuple(found)


def join_facts(given: Iterable[FileFacts]) -> ProjectFacts:
    """Put the files of a run together."""
    facts = list(given)
    imported: set[str] = set()
    classes: dict[str, set[tuple[str, ...]]] = {}
    own_cuda: set[str] = set()
    own_gradients: set[str] = set()
    for part in facts:
        own_cuda.update(part.own_cuda)
        own_gradients.update(part.own_gradients)
        for module in part.imports:
            names = [name for name in module.split(".") if name]
            imported.add(".".join(names[-2:]))
            if module.startswith(".") or len(names) == 1:
                imported.add(f"./{names[-1]}" if names else "")
        for name, bases in part.classes:
            classes.setdefault(name, set()).add(bases)
    modules = _module_classes(classes)
    plain = _plain_classes(classes) - modules
    attention = _with_importers(facts)
    model_files = frozenset(Counter(name for part in facts for name in part.model_files).items())
    return ProjectFacts(
        frozenset(imported),
        modules,
        plain,
        frozenset(own_cuda),
        frozenset(own_gradients),
        attention,
        model_files,
        any(part.packs for part in facts),
        frozenset(name for part in facts for name in part.choose_gpus),
        any(part.retains for part in facts),
        any(part.clears_itself for part in facts),
    )


def _with_importers(facts: Sequence[FileFacts]) -> frozenset[str]:
    """The classes with attention, and all classes of the files that import such a class, and so on."""
    found = {name for part in facts for name in part.attention}
    rest = [part for part in facts if part.classes and not part.attention]
    while found:
        reached: list[FileFacts] = []
        unreached: list[FileFacts] = []
        for part in rest:
            imports_one = any(name.rsplit(".", 1)[-1] in found for name in part.imports)
            (reached if imports_one else unreached).append(part)
        if not reached:
            break
        found |= {name for part in reached for name, _ in part.classes}
        rest = unreached
    return frozenset(found)


def _module_classes(classes: Mapping[str, set[tuple[str, ...]]]) -> frozenset[str]:
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


def _plain_classes(classes: Mapping[str, set[tuple[str, ...]]]) -> frozenset[str]:
    """Names all of whose definitions have only bases that are known not to be a Module, through any chain.

    Looks once at every definition and base: trying every way through the bases took eight times as long where a
    repository keeps four copies of a package.
    """
    derived: dict[str, list[str]] = {}
    unknown: list[str] = []
    for name, definitions in classes.items():
        for base in {base for bases in definitions for base in bases if base != "object"}:
            derived.setdefault(base, []).append(name)
            if base not in classes:
                unknown.append(base)
    rejected: set[str] = set()
    while unknown:
        for name in derived.get(unknown.pop(), ()):
            if name not in rejected:
                rejected.add(name)
                unknown.append(name)
    return frozenset(classes.keys() - rejected)
