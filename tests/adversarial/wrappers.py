"""Ways from one part of a program to another: a function, a class, another file between them.

A part is the body of a function, of what it is given or of nothing, and what must be defined before it. A wrapper puts
it into definitions of its own, and leaves a body that asks these.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from string import Template
from textwrap import indent

IMPORTS = {
    "asyncio": "import asyncio",
    "contextlib": "import contextlib",
    "copy": "import copy",
    "functools": "import functools",
    "gc": "import gc",
    "io": "import io",
    "json": "import json",
    "np": "import numpy as np",
    "torch": "import torch",
    "nn": "import torch.nn as nn",
    "F": "import torch.nn.functional as F",
    "Variable": "from torch.autograd import Variable",
    "DataLoader": "from torch.utils.data import DataLoader",
}
_WORD = re.compile(r"(?<![.\w])\w+")


def headed(text: str) -> str:
    """The text with the imports that it needs above it."""
    words = set(_WORD.findall(text))
    return "".join(f"{line}\n" for name, line in IMPORTS.items() if name in words) + f"\n{text}"


@dataclass(frozen=True)
class Part:
    """A body that ends in `return`, and the definitions that it needs. If it `takes` a value, that is `$v` in it."""

    body: str
    takes: bool
    top: str = ""

    @property
    def expression(self) -> str | None:
        """What it returns, where that is all of it."""
        return self.body.removeprefix("return ") if self.body.startswith("return ") and "\n" not in self.body else None

    def with_value(self, name: str) -> str:
        return Template(self.body).safe_substitute(v=name)


# `$f` is a name for the definition, `$p` the parameter, `$a` the argument, `$body` the body, `$own` the same body
# about `self.given`, `$e` the expression.
_DEF = "def $f($p):\n$body\n"
_CLASS = "class $f:\n    def __init__(self, given=None):\n        self.given = given\n\n"
WRAPPERS: dict[str, tuple[str, str]] = {
    "function": (_DEF, "return $f($a)"),
    "named argument": (_DEF, "return $f($n)"),
    "lambda": ("$f = lambda $p: $e\n", "return $f($a)"),
    "alias": (f"{_DEF}also_$f = $f\n", "return also_$f($a)"),
    "alias in a dictionary": (f"{_DEF}TABLE_$f = {{'go': $f}}\n", "return TABLE_$f['go']($a)"),
    "partial": (_DEF, "return functools.partial($f, $a)()"),
    "callback": (f"{_DEF}def call_$f(what, *given):\n    return what(*given)\n", "return call_$f($f, $a)"),
    "map": (_DEF, "return [$f(one) for one in [$some]][0]"),
    "method": (f"{_CLASS}    def get(self):\n$own\n", "return $f($a).get()"),
    "property": (f"{_CLASS}    @property\n    def result(self):\n$own\n", "return $f($a).result"),
    "__call__": (f"{_CLASS}    def __call__(self):\n$own\n", "return $f($a)()"),
    "__getattr__": (f"{_CLASS}    def __getattr__(self, name):\n$own\n", "return $f($a).anything"),
    "static method": ("class $f:\n    @staticmethod\n    def get($p):\n$more\n", "return $f.get($a)"),
    "subclass": (f"{_CLASS}    def get(self):\n$own\nclass Sub_$f($f):\n    pass\n", "return Sub_$f($a).get()"),
    "overridden": (
        f"{_CLASS}    def get(self):\n        return None\nclass Sub_$f($f):\n    def get(self):\n$own\n",
        "return Sub_$f($a).get()",
    ),
    "mixin": (
        f"class Mixin_$f:\n    def get(self):\n$own\n{_CLASS}class Both_$f(Mixin_$f, $f):\n    pass\n",
        "return Both_$f($a).get()",
    ),
    "module": ("class $f(nn.Module):\n    def forward(self, $p):\n$more\n", "return $f()($a)"),
    "module's attribute": (
        "class $f(nn.Module):\n    def __init__(self, given=None):\n        super().__init__()\n"
        "        self.given = given\n    def forward(self):\n$own\n",
        "return $f($a)()",
    ),
    "monkeypatch": (f"{_CLASS}def put_$f(self):\n$own\n$f.get = put_$f\n", "return $f($a).get()"),
    "closure": ("def $f($p):\n    def inner():\n$more\n    return inner\n", "return $f($a)()"),
    "generator": ("def $f($p):\n$yields\n", "return next($f($a))"),
    "generator in a loop": ("def $f($p):\n$yields\n", "for one in $f($a):\n    kept = one\nreturn kept"),
    "list": ("", "found = [0, $e]\nreturn found[1]"),
    "tuple": (f"{_DEF}def two_$f($p):\n    return 0, $f($p)\n", "_, found = two_$f($a)\nreturn found"),
    "dictionary": ("", "found = {}\nfound['it'] = $e\nreturn found['it']"),
    "attribute": ("class $f:\n    pass\n", "kept = $f()\nkept.it = $e\nreturn kept.it"),
    "setattr": ("class $f:\n    pass\n", "setattr($f, 'it', $e)\nreturn getattr($f, 'it')"),
    "class attribute": ("class $f:\n    it = None\n", "$f.it = $e\nreturn $f.it"),
    "global": ("KEPT_$f = None\ndef $f($p):\n    global KEPT_$f\n    KEPT_$f = $e\n", "$f($a)\nreturn KEPT_$f"),
    "decorator": (
        "def deco_$f(function):\n    @functools.wraps(function)\n    def inner(*given):\n"
        f"        return function(*given)\n    return inner\n@deco_$f\n{_DEF}",
        "return $f($a)",
    ),
    "context manager": (
        "@contextlib.contextmanager\ndef $f($p):\n$yields\n",
        "with $f($a) as found:\n    return found",
    ),
    "try and finally": ("def $f($p):\n    try:\n$more\n    finally:\n        pass\n", "return $f($a)"),
    "except": (
        "def $f($p):\n    try:\n        raise KeyError('it')\n    except KeyError:\n$more\n",
        "return $f($a)",
    ),
    "branch": ("def $f($p, *more):\n    if not more:\n$more\n    return more[0]\n", "return $f($a)"),
    "default": ("def $f($p, it=None):\n    if it is None:\n        it = $e\n    return it\n", "return $f($a)"),
    "loop": ("def $f($p):\n    for _ in range(2):\n        found = $e\n    return found\n", "return $f($a)"),
    "walrus": ("", "if (found := $e) is not None:\n    return found"),
    "paired": ("", "found, other = $e, 0\nreturn found"),
    "chained": ("", "other = found = $e\nreturn found"),
    "annotated": ("", "found: object = $e\nreturn found"),
    "called with numpy too": (
        f"{_DEF}try:\n    print(type($f(np.ones((2, 2), 'float32'))).__name__)\n"
        "except Exception:\n    print('it raises')\n",
        "return $f($a)",
    ),
    "called with a list of both": (
        f"{_DEF}",
        "found = []\nfor one in [$some, None, np.ones((2, 2))]:\n    try:\n        found.append($f(one))\n"
        "    except Exception:\n        print('it raises')\nreturn found[0]",
    ),
    "isinstance": (
        "def $f($p):\n    if isinstance(given, (list, tuple)):\n        return given[0]\n$body\n",
        "return $f($a)",
    ),
    "recursion": ("def $f($p, depth=1):\n    if depth:\n        return $f($again0)\n$body\n", "return $f($a)"),
    "another file": (_DEF, "return $f($a)"),
    "another module": (_DEF, "return $module.$f($a)"),
    "star import": (_DEF, "return $f($a)"),
    "class of another file": (f"{_CLASS}    def get(self):\n$own\n", "return $f($a).get()"),
    "base of another file": (f"{_CLASS}    def get(self):\n$own\n", "class Here($f):\n    pass\nreturn Here($a).get()"),
}
# What is done to a value on its way.
PASSES = (
    "return $v",
    "return $v",
    "return $v",
    "$v.requires_grad_()\nreturn $v",
    "with torch.no_grad():\n    $v.view(-1).mul_(2)\nreturn $v",
    "$v.detach().mul_(0.5)\nreturn $v",
    "also = $v\nreturn also",
    "return $v if $v is not None else None",
    "return copy.deepcopy($v)",
    "return $v * 1",
    "return $v.view(-1).view_as($v)",
    "$v = [$v]\nreturn $v[0]",
    "return $v.float()",
    "print(type($v).__name__)\nreturn $v",
)
OVER_FILES = {"another file", "another module", "star import", "class of another file", "base of another file"}
_NEEDS_VALUE = {"partial", "map", "called with numpy too", "called with a list of both", "isinstance", "named argument"}


def fits(way: str, part: Part) -> bool:
    """Can the part be wrapped so?"""
    top, call = WRAPPERS[way]
    if "$e" in top + call and part.expression is None:
        return False
    if "$yields" in top and part.expression is None:
        return False
    return part.takes or way not in _NEEDS_VALUE


def wrapped(part: Part, way: str, name: str, files: dict[str, str], shared: str) -> Part:
    """The part wrapped: in definitions called `name`, which lie in `files` where the way goes over files."""
    top, call = WRAPPERS[way]
    body = part.with_value("given")
    here = "$v" if part.takes else ""
    fields = {
        "f": name,
        "p": "given" if part.takes else "",
        "a": here,
        "n": f"given={here}",
        "some": here,
        "again0": "given, depth - 1" if part.takes else "depth=depth - 1",
        "module": f"part_{name}",
        "body": indent(body, " " * 4),
        "more": indent(body, " " * 8),
        "own": indent(part.with_value("self.given"), " " * 8),
        "yields": indent(body.replace("return ", "yield ", 1), " " * 4),
        "e": (part.expression or "") if not top else (Template(part.expression or "").safe_substitute(v="given")),
    }
    if way in ("attribute", "setattr", "class attribute"):
        fields["e"] = part.expression or ""
    top = Template(top.replace("($p, ", "(" if not part.takes else "($p, ")).safe_substitute(fields)
    call = Template(call).safe_substitute({**fields, "v": "$v"})
    call = call.replace(", )", ")")
    if way not in OVER_FILES:
        return Part(call, part.takes, f"{part.top}{top}")
    module = f"part_{name}"
    files[f"{module}.py"] = headed(f"{shared}\n{part.top}{top}")
    imports = {"another module": f"import {module}\n", "star import": f"from {module} import *\n"}
    return Part(call, part.takes, imports.get(way, f"from {module} import {name}\n"))
