"""May gradients be switched off for a region of inference, and if not, which line is the reason?"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

from torchfix_codemods.analysis.graphs.graph_sinks import End, Sink, Trace
from torchfix_codemods.analysis.inference.kinds import Evidence, Graph, Inferred, Kind
from torchfix_codemods.analysis.modes.eval_places import EvalPlaces
from torchfix_codemods.analysis.modes.inference_region import Region, Regions
from torchfix_codemods.analysis.modes.kept_state import KeptState
from torchfix_codemods.analysis.modes.seen_models import SeenModels
from torchfix_codemods.analysis.syntax.at import at
from torchfix_codemods.analysis.syntax.geometry import always_before, exclusive, position
from torchfix_codemods.analysis.syntax.tree import FUNCTIONS, Function, Tree, callee_name, dotted, keyword
from torchfix_codemods.analysis.tables.gradient_words import says_loss, takes_models, words_of
from torchfix_codemods.analysis.values.model_names import same_model, without_keys

_TRACING = ("torch.jit.trace", "torch.jit.script", "torch.onnx.", "torch.export", "torch.fx.", "torch.compile")
_MEMORY = re.compile(r"(?:max_)?memory_(?:allocated|reserved|cached|stats|summary)\Z|reset_peak_memory_stats\Z")
_MASKS = frozenset({"src_key_padding_mask", "key_padding_mask", "memory_key_padding_mask", "tgt_key_padding_mask"})
_FAST_PATH = re.compile(r"torch\.nn\.(?:modules\.\w+\.)?(?:Transformer\w*|MultiheadAttention)\Z")
# Functions whose result, once on the CPU, is a result and no step on the way to a loss.
_INFERENCE = re.compile(r"predict|infer|eval|test|valid|generat|translat|detect|recogni|classif|score|extract", re.I)
# Models of torchvision that are made of torch's own attention layers.
_HOLDS_ATTENTION = re.compile(r"vit_[a-z]_\d+\Z|VisionTransformer\Z")
_SUSPENDING = (ast.Yield, ast.YieldFrom, ast.Await, ast.AsyncFor, ast.AsyncWith)
_MOST_CALLERS = 3


class Outcome(IntEnum):
    """What may be done, from the best to the worst."""

    SAFE = 0
    UNSAFE = 1
    REPORT = 2
    SILENT = 3


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome, why it is not better (for a safe one: what to know), and the line that is the reason."""

    outcome: Outcome
    reason: str = ""
    evidence: Evidence | None = None


SAFE = Verdict(Outcome.SAFE)
SILENT = Verdict(Outcome.SILENT)


class Judge:
    """Answers for one file."""

    def __init__(
        self,
        tree: Tree,
        kind: Callable[[ast.expr], Inferred],
        regions: Regions,
        places: EvalPlaces,
        models: SeenModels,
    ) -> None:
        self.models = models
        self.tree = tree
        self.kind = kind
        self.regions = regions
        self.uses = regions.uses
        self.places = places
        self.state = KeptState(tree, kind, regions.uses)

    # ---- a region

    def of_region(self, region: Region, body: Sequence[ast.stmt] | None = None) -> Verdict:
        """May gradients be switched off for a region; with `body`, for a whole function that holds it?"""
        statements = region.statements if body is None else body
        if self.uses.first_in(statements) is not None or self._trains(region, statements):
            return SILENT
        if self._needed_later(region) is not None or self._takes_gradients(region, statements):
            return SILENT
        trace = self.trace(region, statements)
        if trace.first(End.GRADIENT) is not None:
            return SILENT
        verdicts = [
            self._of_sinks(region, trace),
            self._of_switches(region, statements),
            self._of_calls(region, statements),
            self._of_state(statements),
            self._of_layers(region),
            self._of_memory(region),
            self._of_models(region),
        ]
        worst = max(verdicts, key=lambda verdict: verdict.outcome)
        return worst if worst.outcome is not Outcome.SAFE else self._note(region)

    def _takes_gradients(self, region: Region, statements: Sequence[ast.stmt]) -> bool:
        """Does a model, or what is called here, take gradients in any file of the run?"""
        if self.models.taker_of(region.switches) is not None:
            return True
        if self.models.taker_named_in(statements) is not None:
            return True
        return self.models.taker_in(self.uses.calls_in(statements)) is not None

    def _of_models(self, region: Region) -> Verdict:
        """A model of a class that is not in sight may do anything in its forward pass."""
        reason = self.models.unseen(region.switches)
        return _unsafe(region.switches[0].call.lineno, reason) if reason else SAFE

    def trace(self, region: Region, statements: Sequence[ast.stmt]) -> Trace:
        """Where the graphs go that are built in these statements, by the models of the region and by any other."""
        function = self.tree.function(region.forwards[0])
        seeds: list[ast.expr] = [call for call in self.uses.calls_in(statements) if self._builds_graph(call, region)]
        return self.regions.trace(region.forwards, region.names, function, seeds)

    def _builds_graph(self, call: ast.Call, region: Region) -> bool:
        """Can a call build a graph: one of a module, of something that may be one, or one that is known to?"""
        if self.tree.function(call) is not self.tree.function(region.forwards[0]):
            return False
        if self.kind(call).graph is Graph.YES and self.kind(call).kind is Kind.TENSOR:
            return True
        kind = self.kind(call.func).kind
        if kind is Kind.MODULE:
            return True
        if kind is not Kind.UNKNOWN or not (call.args or call.keywords):
            return False
        if isinstance(call.func, ast.Name):
            bindings = self.tree.bindings(call.func)
            return bool(bindings) and all(isinstance(b.node, (ast.Name, ast.arg)) for b in bindings)
        is_own = isinstance(call.func, ast.Attribute) and dotted(call.func.value) == "self"
        return is_own and not self.uses.called(call)

    def _trains(self, region: Region, statements: Sequence[ast.stmt]) -> bool:
        """Is an optimizer handed around, or another model switched to training mode?"""
        start, end = position(statements[0]), (statements[-1].end_lineno or 0, statements[-1].end_col_offset or 0)
        for switch in self.regions.calls.switches_between(start, end):
            if switch.training and not same_model(switch.names, region.names):
                return True
        for call in self.uses.calls_in(statements):
            values = [*call.args, *(word.value for word in call.keywords)]
            if any(self.uses.is_optimizer(value) for value in values):
                return True
        return False

    def _needed_later(self, region: Region) -> Evidence | None:
        """A backward pass after the region, before the model is back in training mode; or a block around that is."""
        function = self.tree.function(region.forwards[0])
        for up in self.tree.ancestors(region.statements[0]):
            if not isinstance(up, (ast.With, ast.AsyncWith)):
                continue
            header = up.items[0].context_expr
            # Weights that autocast has cast without gradients stay in its cache until the end of its block.
            inside = self.uses.uses_in(up.body) if "autocast" in ast.unparse(header) else []
            expected = self.uses.of_call(header) if isinstance(header, ast.Call) else None
            for use in [*inside, *([expected] if expected is not None else [])]:
                return Evidence(use.line, use.text)
        last = region.statements[-1]
        end = (last.end_lineno or 0, last.end_col_offset or 0)
        for use in self.uses.later(function, end):
            if not exclusive(self.tree, last, use.node) and not self._back_in_training(region, end, use.node):
                return Evidence(use.line, use.text)
        return None

    def _back_in_training(self, region: Region, start: tuple[int, int], node: ast.AST) -> bool:
        function = self.tree.function(region.forwards[0])
        for switch in self.regions.calls.switches_between(start, position(node)):
            if switch.training:
                same = self.tree.function(switch.call) is function and same_model(switch.names, region.names)
                if same and always_before(self.tree, self.tree.statement(switch.call), node):
                    return True
        return False

    # ---- parts of a verdict

    def _of_switches(self, region: Region, statements: Sequence[ast.stmt]) -> Verdict:
        start, end = position(statements[0]), (statements[-1].end_lineno or 0, statements[-1].end_col_offset or 0)
        for switch in self.regions.calls.switches_between(start, end):
            if switch.training:
                text = f"`{self._text(switch.receiver)}` goes back to training mode within the same statements"
                return report(switch.call.lineno, f"{text}, on line {at(switch.call.lineno)}")
        return SAFE

    def _of_calls(self, region: Region, statements: Sequence[ast.stmt]) -> Verdict:
        """Functions that cannot be seen and get the model may do anything with it."""
        tools = self._tools(region)
        for call in self.uses.calls_in(statements):
            name = self.tree.qualified_name(call.func) or ""
            if name.startswith(_TRACING):
                return report(call.lineno, f"`{name}(..)` on line {at(call.lineno)} records how the model runs")
            if call in region.forwards or self.regions.calls.is_forward(call, region.names) or self.uses.called(call):
                continue
            if name.startswith("torch.") or takes_models(callee_name(call)):
                continue
            if self._gets_model(call, region):
                text = f"`{callee_name(call)}(..)` on line {at(call.lineno)} gets the model, and may need gradients"
                return report(call.lineno, text)
            if (dotted(call.func) or "").split(".")[0] in tools:
                text = f"`{self._text(call.func)}(..)` on line {at(call.lineno)} has the model, and may need gradients"
                return report(call.lineno, text)
            data = self._training_data(call)
            if data is not None:
                text = f"`{callee_name(call)}(..)` on line {at(call.lineno)} gets `{self._text(data)}`, and may train"
                return report(call.lineno, text)
        return SAFE

    def _training_data(self, call: ast.Call) -> ast.expr | None:
        """What a function that cannot be seen gets to train on, by its name."""
        if not isinstance(call.func, ast.Name) or not self.tree.bindings(call.func):
            return None
        return next((v for v in call.args if "train" in words_of((dotted(v) or "").rsplit(".", 1)[-1])), None)

    def _gets_model(self, call: ast.Call, region: Region) -> bool:
        values = (*call.args, *(word.value for word in call.keywords))
        return any(same_model(self.regions.calls.names_of(value), region.names) for value in values)

    def _tools(self, region: Region) -> set[str]:
        """The variables for objects that were made with the model by something that cannot be seen."""
        return {tool for name in without_keys(region.names) for tool in self._made_of_others.get(name, ())}

    @cached_property
    def _made_of_others(self) -> dict[str, set[str]]:
        """The name of a model -> the variables made by a call that gets it and cannot be seen."""
        found: dict[str, set[str]] = {}
        for part in self.tree.assigned.given:
            made, place = part.source, part.target
            if not isinstance(made, ast.Call) or not isinstance(place, ast.Name):
                continue
            own = isinstance(made.func, ast.Name) and self.uses.class_of(place) is not None
            known = takes_models(callee_name(made)) or (self.tree.qualified_name(made.func) or "").startswith("torch.")
            if not own and not known and not self.uses.called(made):
                for value in (*made.args, *(word.value for word in made.keywords)):
                    for name in without_keys(self.regions.calls.names_of(value)):
                        found.setdefault(name, set()).add(place.id)
        return found

    def _of_sinks(self, region: Region, trace: Trace) -> Verdict:
        function = self.tree.function(region.forwards[0])
        if function is not None and trace.first(End.RETURNED, End.YIELDED, End.STORED, End.CAPTURED) is not None:
            owner = self.tree.class_of(function)
            if says_loss(function.name) or (owner is not None and says_loss(owner.name)):
                return SILENT
        verdicts = [self._of_sink(sink, function) for sink in trace.sinks]
        return max(verdicts, key=lambda verdict: verdict.outcome, default=SAFE)

    def _of_sink(self, sink: Sink, function: Function | None) -> Verdict:
        what = self._text(sink.what)
        if sink.end in (End.RETURNED, End.YIELDED) and function is not None:
            return self._of_callers(sink, function, _MOST_CALLERS)
        if sink.end is End.SHOWN:
            text = (
                f"the text of `{what}` on line {at(sink.line)} loses its `grad_fn=`, where it is a tensor with a graph"
            )
            return _unsafe(sink.line, text)
        if sink.end is End.SAVED:
            return _unsafe(sink.line, f"`{what}` is saved on line {at(sink.line)}, and loses requires_grad in the file")
        if sink.end is End.STORED:
            text = f"`{what}` is kept in {sink.text} on line {at(sink.line)}, and may need its graph there"
            return report(sink.line, text)
        if sink.end is End.CAPTURED:
            by = f"`{sink.text}`" if sink.text not in ("", "a lambda") else sink.text or "a function"
            return report(sink.line, f"`{what}` is used by {by} (line {at(sink.line)}), and may need its graph there")
        return report(sink.line, f"what becomes of `{what}` cannot be followed")

    def _of_callers(self, sink: Sink, function: Function, depth: int) -> Verdict:
        """A result that leaves the function: what do the callers in the file do with it?"""
        verb = "yielded" if sink.end is End.YIELDED else "returned"
        left = f"`{self._text(sink.what)}` is {verb} on line {at(sink.line)}"
        calls = self.regions.variables.calls_of(function) if depth else None
        if sink.on_host and not calls:
            if _INFERENCE.search(function.name):
                return SAFE
            return _unsafe(sink.line, f"{left} without a graph then, where a caller may need it")
        if not calls:
            return report(sink.line, f"{left}, and whoever calls `{function.name}` may need its graph")
        worst = _unsafe(sink.line, f"{left} without a graph then, which no caller in this file needs")
        if sink.on_host and _INFERENCE.search(function.name):
            worst = SAFE
        for call in calls:
            caller = self.tree.function(call)
            trace = self.regions.tracer.trace([call], caller)
            for other in trace.sinks:
                if other.end is End.GRADIENT:
                    return SILENT
                again = caller is not None and caller is not function and other.end in (End.RETURNED, End.YIELDED)
                verdict = self._of_callers(other, caller, depth - 1) if again and caller else self._of_sink(other, None)
                worst = max(worst, verdict, key=lambda verdict: verdict.outcome)
        return worst

    def _of_state(self, statements: Sequence[ast.stmt]) -> Verdict:
        """A module that keeps activations hands them to the next pass, or to a loss, without a graph then."""
        kept = self.state.of_calls(statements)
        if kept is None:
            return SAFE
        where = f"`self.{kept.name}` on line {at(kept.store.lineno)}"
        text = f"the forward pass keeps {where}, which line {at(kept.read.lineno)} may need with its graph"
        return _unsafe(kept.store.lineno, text)

    def _of_layers(self, region: Region) -> Verdict:
        """Layers of torch.nn that compute in another way while gradients are off."""
        for switch in region.switches:
            classes = self.places.class_names(switch)
            own = classes & self.places.project.attention | {name for name in classes if _HOLDS_ATTENTION.match(name)}
            for name in sorted(own):
                found = f"`{name}` may hold attention layers of torch.nn, which take a faster path with gradients off"
                return _unsafe(switch.call.lineno, f"{found} and round differently")
        return self._layers_in_file

    @cached_property
    def _layers_in_file(self) -> Verdict:
        tree = self.tree
        names: list[ast.Name | ast.Attribute] = [n for n in tree.nodes(ast.Name) if not n.id[:1].islower()]
        for node in (*tree.nodes(ast.Attribute), *names):
            layer = node.attr if isinstance(node, ast.Attribute) else node.id
            if not layer.startswith(("Transformer", "MultiheadAttention")):
                continue
            if not _FAST_PATH.match(tree.qualified_name(node) or ""):
                continue
            for word in tree.nodes(ast.keyword):
                if word.arg in _MASKS:
                    text = f"with gradients off `{layer}` zeroes the positions that `{word.arg}` masks"
                    return report(word.value.lineno, text)
            layer = f"`{layer}` (line {at(node.lineno)})"
            return _unsafe(node.lineno, f"with gradients off {layer} may take a faster path, which rounds differently")
        return SAFE

    def _of_memory(self, region: Region) -> Verdict:
        function = self.tree.function(region.forwards[0])
        body = self.tree.module.body if function is None else function.body
        for call in self.uses.calls_in(body):
            if _MEMORY.match(callee_name(call)):
                return _unsafe(call.lineno, f"the memory that is measured on line {at(call.lineno)} will be less")
        return SAFE

    def _note(self, region: Region) -> Verdict:
        """What to know about a safe fix."""
        if self._recurrent_layers is not None:
            return self._recurrent_layers
        return SAFE

    def _text(self, node: ast.expr) -> str:
        text = " ".join(self.tree.source(node).split())
        return text if len(text) <= 50 else f"{text[:20]} ... {text[-20:]}"

    @cached_property
    def _recurrent_layers(self) -> Verdict | None:
        for call in self.tree.nodes(ast.Call):
            is_lstm = callee_name(call) == "LSTM" and self.tree.qualified_name(call.func) == "torch.nn.LSTM"
            if is_lstm and _has_layers(call):
                text = "an LSTM of several layers may round differently in the last digit with gradients off"
                return Verdict(Outcome.SAFE, text, Evidence(call.lineno, "an LSTM of several layers"))
        return None


def suspends(statements: Sequence[ast.stmt]) -> ast.expr | ast.stmt | None:
    """A yield or await of the function itself in its statements."""
    stack: list[ast.AST] = [*reversed(statements)]
    while stack:
        node = stack.pop()
        if isinstance(node, _SUSPENDING):
            return node
        if not isinstance(node, (*FUNCTIONS, ast.Lambda, ast.ClassDef)):
            stack += list(ast.iter_child_nodes(node))[::-1]
    return None


def _has_layers(call: ast.Call) -> bool:
    given = keyword(call, "num_layers")
    value = given.value if given is not None else call.args[2] if len(call.args) > 2 else None
    return value is not None and not (isinstance(value, ast.Constant) and value.value == 1)


def report(line: int, text: str) -> Verdict:
    """A refusal, for the reason on this line."""
    return Verdict(Outcome.REPORT, text, Evidence(line, text))


def _unsafe(line: int, text: str) -> Verdict:
    return Verdict(Outcome.UNSAFE, text, Evidence(line, text))
