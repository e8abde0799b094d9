"""An `eval()` that only some runs reach: one function for training and for evaluation."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from torchfix_codemods.analysis.modes.inference_region import Conditional, Regions
from torchfix_codemods.analysis.modes.inference_verdict import SILENT, Verdict, report
from torchfix_codemods.analysis.syntax.at import at
from torchfix_codemods.analysis.syntax.geometry import exclusive
from torchfix_codemods.analysis.syntax.tree import Tree
from torchfix_codemods.analysis.values.model_names import Switch, same_model


class BothModes:
    """Answers for one file."""

    def __init__(self, tree: Tree, regions: Regions) -> None:
        self.tree = tree
        self.regions = regions
        self.uses = regions.uses

    def of_conditional(self, found: Conditional) -> Verdict:
        """One function for both modes: only where it trains in one of them."""
        switch = found.switch
        others = [s for s in self.regions.calls.switches if s.training and same_model(s.names, switch.names)]
        other = next((s for s in others if exclusive(self.tree, s.call, switch.call)), None)
        if other is None:
            return SILENT
        last = self.regions.index_in(found.statements, found.forwards[-1])
        uses = [
            use
            for use in self.uses.uses_in(found.statements[: (last or 0) + 1])
            if use.needs and self._is_conditional(use.node, found.statements)
        ]
        if not uses:
            return SILENT
        use = next((use for use in uses if "backward" in use.text), uses[0])
        text = f"the same statements train: {use.text} on line {at(use.line)} needs the graph"
        flag = self._training_condition(switch)
        return report(use.line, f"{text}; put them under `with torch.set_grad_enabled({flag}):`")

    def _is_conditional(self, node: ast.AST, statements: Sequence[ast.stmt]) -> bool:
        for up in self.tree.ancestors(node):
            if isinstance(up, ast.If):
                return True
            if any(up is statement for statement in statements):
                return False
        return False

    def _training_condition(self, switch: Switch) -> str:
        """The condition under which the model is not switched to eval mode."""
        statement = self.tree.statement(switch.call)
        holder = self.tree.parents[statement]
        if not isinstance(holder, ast.If):
            return "training"
        test = holder.test
        text = " ".join(self.tree.source(test).split())
        if any(child is statement for child in holder.orelse):
            return text
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            return " ".join(self.tree.source(test.operand).split())
        if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], ast.Eq):
            return f"{self.tree.source(test.left)} != {self.tree.source(test.comparators[0])}"
        return f"not {text}" if isinstance(test, (ast.Name, ast.Attribute, ast.Call)) else f"not ({text})"
