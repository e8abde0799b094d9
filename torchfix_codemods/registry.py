"""Finds the rules: entry point -> package -> modules -> the class defined there.

A rule's code and triggers are read from the text of its file, so that a run over clean files imports no rule module.
Triggers are whole words, since those stay the same however a program is spelled: `x . cuda ( )`, or each part of it on
a line of its own.
The built-in rules are walked directly; installed entry points are scanned (30-40 ms) only when plugins are named.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from torchfix_codemods.codemod import Codemod
from torchfix_codemods.encoding import NotTextError, decode

BUILT_IN = "torchfix_codemods.codemods"
GROUP = "torchfix_codemods"
CODE = re.compile(r"[A-Z]{3,}[0-9]{3,}\Z")

# Every rule is about torch: a file that does not even hold the word is nobody's business, unless another one brings it.
# A helper file of metrics often imports nothing; `expand_as` is a method that nothing but tensors has.
_OF_TORCH = (b"torch", b"expand_as")
_IMPORTS_TORCH = re.compile(rb"^[ \t]*(?:import|from)[ \t]+torch\b", re.M)
_WORD = re.compile(r"[A-Za-z0-9_]+")
_TRIGGER = re.compile(rf"{_WORD.pattern}(?: {_WORD.pattern})?")
_IN_WORD = bytes(byte for byte in range(128) if _WORD.match(chr(byte)))
# Turns what can be no part of a word into spaces. Splitting then takes a third of the time of a regular expression.
_SPACED = bytes(byte if chr(byte).isascii() and _WORD.match(chr(byte)) else 0x20 for byte in range(256))
# What a file may use of torch that another file brings, by its text alone; see `_reached`.
_IMPORT = re.compile(rb"^[ \t]*(?:from|import)\b(?:[^\n(\\]|\\\r?\n|\([^)]*\))*", re.M)
_IMPORTED = re.compile(rb"[ \t]*from[^\n]*?\bimport\b((?:[^\n(\\]|\\\r?\n|\([^)]*\))*)")
_STAR_IMPORT = re.compile(rb"\bimport\s*\(?\s*\*")
_SPACES, _DOT = b" \t\n\r\f\v", ord(".")
_GIVEN = re.compile(rb"\s*=(?!=)")
_LOSS = re.compile(rb"loss|backward", re.I)
# These are in nearly every program, and say something about torch only where there is a loss.
_EVERYWHERE = frozenset({b"for", b"while", b"0", b"append", b"load", b"save", b"add"})
# The first words of pairs that another file may bring: `F.tanh` needs no `functional`.
_BROUGHT = frozenset({b"functional", b"init", b"nn", b"utils", b"lr_scheduler", b"torchvision"})
_FIELD = r"^    {name}(?:: [^=\n]+)? = (.+?)\s*$(?=\n(?:    [^\s)\]]|\n|\Z))"
_CODE_LINE = re.compile(_FIELD.format(name="code"), re.M | re.S)
_TRIGGERS_LINE = re.compile(_FIELD.format(name="triggers"), re.M | re.S)
_CHECK_LINE = re.compile(r"^    def check_(\w+)", re.M)
_PREVIEW_LINE = re.compile(r"^    preview(?:: [^=\n]+)? = True\s*$", re.M)


class _Words(NamedTuple):
    """The words of a file, and those of them that it may use of torch. `are_reached`: another file brings torch."""

    used: frozenset[bytes]
    all: frozenset[bytes]
    are_reached: bool = False


_NO_WORDS = _Words(frozenset(), frozenset())


class UnknownRuleError(Exception):
    """A selector names no rule. `nearest` is the closest thing that exists, may be empty."""

    def __init__(self, selector: str, nearest: str) -> None:
        hint = f"; did you mean {nearest!r}?" if nearest else "; `torchfix rules` lists them"
        super().__init__(f"unknown rule {selector!r}{hint}")
        self.selector = selector
        self.nearest = nearest


class RegistryError(Exception):
    """A package of rules cannot be used: not installed, or a file in it is no rule."""


@dataclass(frozen=True, order=True)
class RuleInfo:
    """What is known of a rule before it is imported.

    One of `triggers` must stand in a file, as a whole word, or one of `together`: (word, word that goes with it).
    """

    code: str
    name: str
    module: str
    triggers: tuple[bytes, ...] = field(hash=False)  # there are hundreds, and rules are looked up for every file
    preview: bool = False
    together: tuple[tuple[bytes, bytes], ...] = field(default=(), hash=False)

    def is_triggered(self, words: _Words) -> bool:
        """May the rule have something to say about a file of these words?"""
        return self._wanted.meet(words)

    @cached_property
    def _wanted(self) -> _Triggers:
        return _triggers_of((self,))


class _Triggers(NamedTuple):
    """The triggers of rules: the words that are one alone, and those that are one beside certain others."""

    alone: frozenset[bytes]
    beside: Mapping[bytes, frozenset[bytes]]

    def meet(self, words: _Words) -> bool:
        """Is one of them in a file of these words? Sets are compared, as there are hundreds of triggers."""
        if not self.alone.isdisjoint(words.used):
            return True
        return any(self._is_beside(word, words) for word in self.beside.keys() & words.used)

    def _is_beside(self, word: bytes, words: _Words) -> bool:
        others = self.beside[word]
        return not others.isdisjoint(words.all) or (words.are_reached and not others.isdisjoint(_BROUGHT))


@lru_cache(maxsize=1024)
def _triggers_of(rules: tuple[RuleInfo, ...]) -> _Triggers:
    beside: dict[bytes, set[bytes]] = {}
    for first, word in (pair for rule in rules for pair in rule.together):
        beside.setdefault(word, set()).add(first)
    alone = frozenset(word for rule in rules for word in rule.triggers)
    return _Triggers(alone, {word: frozenset(others) for word, others in beside.items()})


@cache
def known_rules(plugins: tuple[str, ...] = ()) -> tuple[RuleInfo, ...]:
    """All rules, in order of their codes.

    Args:
        plugins: names of installed distributions whose rules are wanted too.

    Raises:
        RegistryError: a plugin is not installed or brings no rules, two rules share a code, or a file is no rule.
    """
    packages = [BUILT_IN, *(package for plugin in plugins for package in _packages_of(plugin))]
    rules = sorted(info for package in packages for info in _rules_in(package))
    for one, other in pairwise(rules):
        if one.code == other.code:
            raise RegistryError(f"{one.module} and {other.module} both have the code {one.code}")
    return tuple(rules)


def _packages_of(plugin: str) -> list[str]:
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        points = distribution(plugin).entry_points.select(group=GROUP)
    except PackageNotFoundError:
        raise RegistryError(f"plugin {plugin!r} is not installed") from None
    packages = [point.value for point in points]
    if not packages:
        raise RegistryError(f"plugin {plugin!r} has no entry point in the group {GROUP!r}")
    return packages


def _rules_in(package: str) -> list[RuleInfo]:
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise RegistryError(f"the package of rules {package} cannot be found; install the project (pip install -e .)")
    folder = Path(next(iter(spec.submodule_search_locations)))
    files = sorted(path for path in folder.glob("*.py") if not path.name.startswith("_"))
    return [_read(path, f"{package}.{path.stem}") for path in files]


def _read(path: Path, module: str) -> RuleInfo:
    text = path.read_text("utf-8")
    code, triggers = _CODE_LINE.search(text), _TRIGGERS_LINE.search(text)
    if code is None or triggers is None:
        raise RegistryError(f"{path.name} is no rule: it has no class with `code = ...` and `triggers = ...` lines")
    try:
        code_value, trigger_values = ast.literal_eval(code[1]), ast.literal_eval(triggers[1])
    except (ValueError, SyntaxError):
        raise RegistryError(f"{path.name}: `code` and `triggers` must be literals") from None
    if not isinstance(code_value, str) or not CODE.match(code_value):
        raise RegistryError(f"{path.name}: {code_value!r} is no rule code")
    spelled = [trigger for trigger in trigger_values if not _TRIGGER.fullmatch(str(trigger))]
    if spelled:
        raise RegistryError(f"{path.name}: the trigger {spelled[0]!r} is neither one word nor two; write bare names")
    for node_class in _CHECK_LINE.findall(text):
        if not isinstance(getattr(ast, node_class, None), type):
            raise RegistryError(f"{path.name}: `check_{node_class}` would never run, for `ast` has no `{node_class}`")
    words = [tuple(str(trigger).encode().split()) for trigger in trigger_values]
    return RuleInfo(
        code=code_value,
        name=path.stem.replace("_", "-"),
        module=module,
        triggers=tuple(word[0] for word in words if len(word) == 1),
        preview=_PREVIEW_LINE.search(text) is not None,
        together=tuple((word[0], word[1]) for word in words if len(word) == 2),
    )


@cache
def load(info: RuleInfo) -> Codemod:
    """Import a rule and make it.

    Raises:
        RegistryError: the module does not define exactly one codemod.
    """
    module = import_module(info.module)
    classes = [
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Codemod) and value.__module__ == module.__name__
    ]
    if len(classes) != 1:
        raise RegistryError(f"{info.module} must define exactly one Codemod, found {len(classes)}")
    return classes[0]()


def select(
    rules: Sequence[RuleInfo],
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    *,
    extend: Iterable[str] = (),
    preview: bool = False,
) -> tuple[str, ...]:
    """The codes of the rules that selectors name, in order.

    A selector is a code (`TFC601`), a prefix of codes (`TFC6`), a rule's name (`data-attribute`) or `ALL`, in any case.
    An empty `select` means all rules. Preview rules take part when `preview` is on or their code or name is given.
    The longer (more exact) selector wins over the shorter, and `ignore` over `select` of the same length.

    Raises:
        UnknownRuleError: a selector matches nothing.
    """
    chosen = list(select) or ["ALL"]
    wanted = [(selector, True) for selector in [*chosen, *extend]] + [(selector, False) for selector in ignore]
    rank: dict[str, tuple[int, bool]] = {}
    for selector, positive in wanted:
        matches = _matching(rules, selector)
        for rule, exact in matches:
            if rule.preview and positive and not (preview or exact):
                continue
            weight = 1000 if exact else len(selector) if selector.upper() != "ALL" else 0
            if rule.code not in rank or (weight, not positive) >= (
                rank[rule.code][0],
                not rank[rule.code][1],
            ):
                rank[rule.code] = (weight, positive)
    return tuple(rule.code for rule in rules if rank.get(rule.code, (0, False))[1])


def find(rules: Sequence[RuleInfo], selector: str) -> RuleInfo:
    """The one rule with this code or name.

    Raises:
        UnknownRuleError: there is none.
    """
    for rule, exact in _matching(rules, selector):
        if exact:
            return rule
    raise UnknownRuleError(selector, _nearest(rules, selector))


def imports_torch(data: bytes) -> bool:
    """Does a line of the file import torch, so that the file is a program about it though no rule looks at it?"""
    return _IMPORTS_TORCH.search(data) is not None


def triggered(rules: Iterable[RuleInfo], source: bytes | str, *, reaches_torch: bool = False) -> list[RuleInfo]:
    """The rules that may have something to say about a file with these bytes, or this text.

    `reaches_torch`: it takes something of torch from another file, so that the word need not stand in it.
    """
    rules = tuple(rules)
    all_triggers = _triggers_of(rules)
    words = _words(source, reaches_torch, all_triggers)
    if not all_triggers.meet(words):
        return []
    return [rule for rule in rules if rule.is_triggered(words)]


def is_triggered(rules: Iterable[RuleInfo], source: bytes | str, *, reaches_torch: bool = False) -> bool:
    """May any rule have something to say about a file with these bytes, or this text? See `triggered`."""
    all_triggers = _triggers_of(tuple(rules))
    return all_triggers.meet(_words(source, reaches_torch, all_triggers))


def _words(source: bytes | str, reaches_torch: bool, wanted: _Triggers) -> _Words:
    """The words of a file as Python reads them; none where it has nothing to do with torch."""
    data = source if source.isascii() and isinstance(source, bytes) else _normalized(source)
    is_of_torch = any(word in data for word in _OF_TORCH)
    if not is_of_torch and not reaches_torch:
        return _NO_WORDS
    words = frozenset(data.translate(_SPACED).split())
    found = _Words(words, words, reaches_torch)
    if is_of_torch or not wanted.meet(found):  # without a trigger anywhere there is no need to see what it is used as
        return found
    return found._replace(used=_reached(data, words, wanted))


def _reached(data: bytes, words: frozenset[bytes], wanted: _Triggers) -> frozenset[bytes]:
    """The triggers that can be torch's in a file that takes something of torch from another one, and does not name it.

    That is an attribute of what it is given, a keyword, or a name that it imports; with a star, any name. Hundreds of
    files of a large package import a file that imports torch, and have nothing else to do with it.
    """
    if _STAR_IMPORT.search(data):
        return words
    found = words & (wanted.alone | wanted.beside.keys())
    if not found:
        return found
    imports = [statement.group() for statement in _IMPORT.finditer(data)]
    names = (match.group(1) for match in map(_IMPORTED.match, imports) if match)
    imported = found.intersection(b"\n".join(names).translate(_SPACED).split())
    everywhere = found & _EVERYWHERE if _LOSS.search(data) else frozenset()
    rest = _IMPORT.sub(b"", data)
    return imported | everywhere | {word for word in found - imported - _EVERYWHERE if _is_used(word, rest)}


def _is_used(word: bytes, data: bytes) -> bool:
    """Is the word somewhere an attribute, or a keyword? To find it first is much faster than one pattern for all."""
    start = data.find(word)
    while start >= 0:
        end = start + len(word)
        if (start == 0 or data[start - 1] not in _IN_WORD) and (end == len(data) or data[end] not in _IN_WORD):
            before = start - 1
            while before >= 0 and data[before] in _SPACES:
                before -= 1
            if (before >= 0 and data[before] == _DOT) or _GIVEN.match(data, end):
                return True
        start = data.find(word, end)
    return False


def _normalized(source: bytes | str) -> bytes:
    """The text in the form in which Python compares identifiers: `ｃｕｄａ` is `cuda` (NFKC)."""
    from unicodedata import normalize

    if isinstance(source, str):
        text = source
    else:
        try:
            text = decode(source).value
        except NotTextError:  # whoever reads the file will say so
            return source
    return (text if text.isascii() else normalize("NFKC", text)).encode("utf-8", "replace")


def _matching(rules: Sequence[RuleInfo], selector: str) -> list[tuple[RuleInfo, bool]]:
    """Rules that a selector names, and whether it names them exactly."""
    wanted = selector.strip()
    upper, lower = wanted.upper(), wanted.lower()
    if upper == "ALL":
        return [(rule, False) for rule in rules]
    exact = [(rule, True) for rule in rules if rule.code == upper or rule.name == lower]
    if exact:
        return exact
    prefixed = [(rule, False) for rule in rules if wanted and upper[:1].isalpha() and rule.code.startswith(upper)]
    if not prefixed:
        raise UnknownRuleError(selector, _nearest(rules, selector))
    return prefixed


def _nearest(rules: Sequence[RuleInfo], selector: str) -> str:
    from difflib import get_close_matches

    names = {name.lower(): name for rule in rules for name in (rule.code, rule.name)}
    close = get_close_matches(selector.strip().lower(), list(names), n=1, cutoff=0.5)
    return names[close[0]] if close else ""
