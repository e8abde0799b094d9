"""What rewriting costs, and what it does not try: deep nesting, how much is parsed, when libcst is loaded."""

from __future__ import annotations

import ast
import subprocess
import sys
from typing import Any

import pytest
from rewriting import Find, apply, rewritten

from torchfix_codemods.analysis.syntax.tree import parse
from torchfix_codemods.edits import AttributeToCall, Edit, InsertStatement, target
from torchfix_codemods.rewrite.apply import RewriteError, apply_edits


def detach(find: Find) -> list[Edit]:
    return [AttributeToCall(find("p.data"), "detach")]


DEEP = {
    "calls": lambda n: "x" + ".a()" * n,
    "operators": lambda n: "not " * n + "x",
    "additions": lambda n: "x" + " + x" * n,
    "brackets": lambda n: "[" * n + "x" + "]" * n,
    "parentheses": lambda n: "(" * n + "x" + ")" * n,
    "lambdas": lambda n: "lambda: " * n + "x",
}


@pytest.mark.parametrize(("shape", "depth"), [("calls", 300), ("operators", 2000), ("additions", 2000),
 ("brackets", 90),
                                              ("parentheses", 90), ("lambdas", 300)])  # fmt: skip
def test_what_is_nested_too_deeply_for_libcst_is_refused_and_the_rest_is_done(shape: str, depth: int) -> None:
    script = f"""
import ast
from torchfix_codemods.analysis.syntax.tree import parse
from torchfix_codemods.rewrite.apply import apply_edits
from torchfix_codemods.edits import AttributeToCall, target
tree = parse({f"y = f({DEEP[shape](depth)}, p.data)"!r} + "\\nz = q.data\\n")
nodes = [n for n in tree.nodes(ast.Attribute) if n.attr == "data"]
result = apply_edits(tree, [[AttributeToCall(target(n), "detach")] for n in nodes])
print(result.done, result.refused[0])
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "(1,) the code is nested too deeply for libcst\n"), done.stderr


@pytest.mark.parametrize("shape", sorted(DEEP))
def test_what_is_nested_as_deeply_as_real_code_is_done(shape: str) -> None:
    code = DEEP[shape](45)
    assert rewritten(f"y = f({code}, p.data)\n", detach) == f"y = f({code}, p.detach())\n"


def test_blocks_nested_too_deeply_are_an_error() -> None:
    before = "if a: b\n" + "elif c: d\n" * 600 + "else: e\n"
    with pytest.raises(RewriteError, match="nested too deeply"):
        apply(before, lambda f: [InsertStatement(f("e", ast.stmt), "new()")])


def test_many_edits_parse_each_statement_once(monkeypatch: pytest.MonkeyPatch) -> None:
    import libcst

    body = "(p, x):\n    y = [x.data, p.data, x.data]\n    return y\n\n"
    text = "import torch\n" + "".join(f"def f{i}{body}" for i in range(200))
    tree = parse(text)
    parsed: list[str] = []
    scanned = 0
    original = libcst.parse_module

    def counting(source: str) -> libcst.Module:
        parsed.append(source)
        return original(source)

    class Lines(list[str]):
        def __getitem__(self, key: Any) -> Any:
            nonlocal scanned
            scanned += 1
            return list.__getitem__(self, key)

    monkeypatch.setattr(libcst, "parse_module", counting)
    tree.lines = Lines(tree.lines)
    groups = [[AttributeToCall(target(n), "detach")] for n in tree.nodes(ast.Attribute)]
    result = apply_edits(tree, groups)
    assert result.text == text.replace(".data", ".detach()")
    assert len(groups) == 600
    assert len(parsed) == 200
    assert sum(map(len, parsed)) < 2 * len(text)
    assert scanned < 50 * len(groups)


def test_libcst_is_loaded_only_where_an_expression_changes() -> None:
    script = """
import ast, sys
from torchfix_codemods.analysis.syntax.tree import parse
from torchfix_codemods.rewrite.apply import apply_edits
from torchfix_codemods.edits import AddImport, AttributeToCall, InsertStatement, target
tree = parse("x = y.data\\n")
apply_edits(tree, [[AddImport("torch"), InsertStatement(target(tree.module.body[0]), "z = 1")]])
print("libcst" in sys.modules)
apply_edits(tree, [[AttributeToCall(target(tree.nodes(ast.Attribute)[0]), "detach")]])
print("libcst" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]
