"""Which `with` statements switch autograd off or on."""

from __future__ import annotations

import ast

from torchfix_codemods.analysis.inference.infer_state import Frame
from torchfix_codemods.analysis.inference.infer_values import What


def turns_grad_off(context: ast.expr, frame: Frame) -> bool | None:
    """True for torch.no_grad(), False for torch.enable_grad(), None for anything else."""
    callee = frame.know.values.get(context.func) if isinstance(context, ast.Call) else None
    if callee is None or callee.what is not What.NAME:
        return None
    name = (callee.name or "").removeprefix("torch.autograd.").removeprefix("torch.")
    given = context.args[0] if isinstance(context, ast.Call) and context.args else None
    asked = bool(given.value) if isinstance(given, ast.Constant) else None
    if name in ("no_grad", "grad_mode.no_grad"):
        return True
    if name == "inference_mode":
        return True if given is None else asked
    if name == "set_grad_enabled":
        return None if asked is None else not asked
    return False if name == "enable_grad" else None
