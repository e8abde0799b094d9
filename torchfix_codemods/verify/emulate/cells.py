"""LSTM and GRU cells. For CUDA tensors torch calls fused kernels for them, which no CPU build has.

The workspace that the forward kernel returns is whatever the backward kernel wants: here the gates after activation.
All functions take and return CPU tensors. Gates are ordered as torch.nn.LSTM and torch.nn.GRU order them:
input, forget, new, output; reset, update, new.
"""

from __future__ import annotations

import torch

Tensors = tuple[torch.Tensor, ...]


def lstm_cell(
    input_gates: torch.Tensor,
    hidden_gates: torch.Tensor,
    cell: torch.Tensor,
    input_bias: torch.Tensor | None = None,
    hidden_bias: torch.Tensor | None = None,
) -> Tensors:
    """New hidden state, new cell state, workspace."""
    gates = input_gates + hidden_gates
    if input_bias is not None:
        gates = gates + input_bias + hidden_bias
    i, f, n, o = gates.chunk(4, 1)
    i, f, n, o = i.sigmoid(), f.sigmoid(), n.tanh(), o.sigmoid()
    new_cell = f * cell + i * n
    return o * new_cell.tanh(), new_cell, torch.cat([i, f, n, o], 1)


def lstm_cell_backward(
    grad_hidden: torch.Tensor | None,
    grad_cell: torch.Tensor | None,
    cell: torch.Tensor,
    new_cell: torch.Tensor,
    workspace: torch.Tensor,
    has_bias: bool,
) -> Tensors:
    """Gradients of the gates, of the old cell state and of the biases (none: no elements)."""
    i, f, n, o = workspace.chunk(4, 1)
    squashed = new_cell.tanh()
    grad_hidden = torch.zeros_like(new_cell) if grad_hidden is None else grad_hidden
    through = grad_hidden * o * (1 - squashed * squashed)
    if grad_cell is not None:
        through = through + grad_cell
    gates = torch.cat(
        [
            through * n * i * (1 - i),
            through * cell * f * (1 - f),
            through * i * (1 - n * n),
            grad_hidden * squashed * o * (1 - o),
        ],
        1,
    )
    return gates, through * f, _of_bias(gates, has_bias)


def gru_cell(
    input_gates: torch.Tensor,
    hidden_gates: torch.Tensor,
    hidden: torch.Tensor,
    input_bias: torch.Tensor | None = None,
    hidden_bias: torch.Tensor | None = None,
) -> Tensors:
    """New hidden state, workspace."""
    if input_bias is not None:
        input_gates, hidden_gates = input_gates + input_bias, hidden_gates + hidden_bias
    r_input, z_input, n_input = input_gates.chunk(3, 1)
    r_hidden, z_hidden, n_hidden = hidden_gates.chunk(3, 1)
    r, z = (r_input + r_hidden).sigmoid(), (z_input + z_hidden).sigmoid()
    n = (n_input + r * n_hidden).tanh()
    return n + z * (hidden - n), torch.cat([r, z, n, hidden, n_hidden], 1)


def gru_cell_backward(grad_hidden: torch.Tensor, workspace: torch.Tensor, has_bias: bool) -> Tensors:
    """Gradients of the input's gates, of the hidden state's gates, of the old hidden state, of both biases."""
    r, z, n, hidden, n_hidden = workspace.chunk(5, 1)
    grad_z = grad_hidden * (hidden - n) * z * (1 - z)
    grad_n = grad_hidden * (1 - z) * (1 - n * n)
    grad_r = grad_n * n_hidden * r * (1 - r)
    of_input = torch.cat([grad_r, grad_z, grad_n], 1)
    of_hidden = torch.cat([grad_r, grad_z, grad_n * r], 1)
    return of_input, of_hidden, grad_hidden * z, _of_bias(of_input, has_bias), _of_bias(of_hidden, has_bias)


def _of_bias(of_gates: torch.Tensor, has_bias: bool) -> torch.Tensor:
    return of_gates.sum(0) if has_bias else torch.empty(0, dtype=of_gates.dtype)
