"""Every rule as a command of libcst's own tool.

    python -m libcst.tool codemod --no-format -x torchfix_codemods.libcst_commands.DataAttribute src/

The class of each rule is made when it is asked for; its name is the rule's, in capitals (`data-attribute` is
`DataAttribute`). `--no-format` keeps the tool from running a formatter over the file. A rule runs through the same
engine as in `torchfix apply`, so that one guard holds for both.
https://libcst.readthedocs.io/en/latest/codemods_tutorial.html
"""

from __future__ import annotations

import argparse
from functools import cache
from typing import ClassVar

import libcst
from libcst.codemod import CodemodCommand, CodemodContext, SkipFile

from torchfix_codemods.fix import FixRequest, fix
from torchfix_codemods.registry import RuleInfo, known_rules, load


class RuleCommand(CodemodCommand):
    """Runs one rule. Subclasses, made by this module's `__getattr__`, say which.

    Safe fixes only, unless `--unsafe-fixes` is given. What cannot be done to a file skips it, with the reason.
    """

    rule: ClassVar[RuleInfo]

    @staticmethod
    def add_args(arg_parser: argparse.ArgumentParser) -> None:
        arg_parser.add_argument("--unsafe-fixes", action="store_true", help="Apply unsafe fixes, too.")

    def __init__(self, context: CodemodContext, unsafe_fixes: bool = False) -> None:
        super().__init__(context)
        self.unsafe_fixes = unsafe_fixes

    def transform_module_impl(self, tree: libcst.Module) -> libcst.Module:
        request = FixRequest((self.rule.code,), unsafe_fixes=self.unsafe_fixes)
        result = fix(tree.bytes, self.context.filename or "<stdin>", request)
        for problem in result.problems:
            if problem.fatal:
                raise SkipFile(f"line {problem.line}: {problem.reason}" if problem.line else problem.reason)
            self.warn(problem.reason)
        for finding in result.findings:
            if not finding.fixed:
                self.warn(f"line {finding.span.line}: {finding.code} {finding.message} ({finding.reason})")
        return tree if result.after is None else libcst.parse_module(result.after)


def class_name(rule: RuleInfo) -> str:
    """The name of a rule's command: `DataAttribute` for `data-attribute`."""
    return "".join(word.capitalize() for word in rule.name.split("-"))


@cache
def _commands() -> dict[str, RuleInfo]:
    return {class_name(rule): rule for rule in known_rules()}


@cache
def _command(name: str) -> type[RuleCommand]:
    rule = _commands()[name]
    members = {"rule": rule, "DESCRIPTION": f"{load(rule).summary}. ({rule.code})", "__module__": __name__}
    return type(name, (RuleCommand,), members)


def __getattr__(name: str) -> type[RuleCommand]:
    if name not in _commands():
        raise AttributeError(f"no rule's command is called {name}; there are: {', '.join(sorted(_commands()))}")
    return _command(name)


def __dir__() -> list[str]:
    return [*globals(), *_commands()]
