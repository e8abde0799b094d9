"""What the schema of an operator says that its kernel must know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch

# Operators whose CUDA kernels take tensors of both devices.
_MIXING = frozenset(
    {
        "aten::copy_",
        "aten::_copy_from",
        "aten::index",
        "aten::index_put_",
        "aten::index_put",
        "aten::_index_put_impl_",
        "aten::_unsafe_index",
        "aten::_unsafe_index_put",
        "aten::set_",
        "aten::_amp_update_scale_",
        "aten::_ctc_loss",
        "aten::_ctc_loss_backward",
    }
)
# Families that take lists of scalars' tensors and steps from the CPU; not checked.
_MIXING_FAMILIES = ("aten::_foreach_", "aten::_fused_")
# Elementwise operators take a tensor of the CPU that has no dimensions as a number. These are not elementwise: their
# entries in torch's native_functions.yaml do not switch off the check of devices, which makes no such exception.
_WITHOUT_NUMBERS = frozenset(
    {
        "equal",
        "gather",
        "huber_loss",
        "index_add",
        "index_add_",
        "index_copy",
        "index_copy_",
        "index_select",
        "masked_scatter_",
        "masked_select",
        "multi_margin_loss",
        "nll_loss2d_forward",
        "nll_loss_forward",
        "scatter",
        "scatter_",
        "scatter_add",
        "scatter_add_",
        "scatter_reduce",
        "scatter_reduce_",
        "take",
    }
)
_INDEXING = frozenset({"index", "index_put", "index_put_", "index_put_impl_", "unsafe_index", "unsafe_index_put"})
_TENSOR_TYPES = ("Tensor", "Optional[Tensor]")


@dataclass(frozen=True, slots=True)
class Signature:
    """The facts, by names of arguments.

    Attributes:
        name: the operator in error messages: "add_Tensor".
        arguments: all names, in order.
        positional: how many of them are not keyword-only.
        numbers_to_wrap: arguments where the dispatcher may hand over a number and the operator wants a tensor.
        written: arguments that the operator writes to.
        sized: those of them that it may also resize: `out=`.
        returns: for each result the argument that is returned itself, or None.
        is_view: the result shares the memory of an argument that is not written.
        mixes_devices: takes CPU and CUDA tensors together.
        takes_numbers_of_cpu: takes CPU tensors without dimensions together with CUDA tensors.
        is_indexing: indexes by tensors, which may lie on the CPU where the indexed tensor lies on the device.
        generator: place of the argument "generator", or None.
        draws: draws random numbers.
    """

    name: str
    arguments: tuple[str, ...]
    positional: int
    numbers_to_wrap: frozenset[str]
    written: frozenset[str]
    sized: frozenset[str]
    returns: tuple[str | None, ...]
    is_view: bool
    mixes_devices: bool
    takes_numbers_of_cpu: bool
    is_indexing: bool
    generator: int | None
    draws: bool


def signature_of(operator: Any) -> Signature:
    """Read the schema of an operator (a torch._ops.OpOverload)."""
    schema = operator._schema
    arguments = list(schema.arguments)
    names = tuple(argument.name for argument in arguments)
    base = schema.name.split("::")[1]
    takes_numbers = torch._C._should_allow_numbers_as_tensors(base)
    tensors = {argument.name for argument in arguments if str(argument.type) in _TENSOR_TYPES}
    aliased = [argument for argument in arguments if argument.alias_info is not None]
    written = frozenset(argument.name for argument in aliased if argument.alias_info.is_write)
    by_alias_set = {each: argument.name for argument in aliased for each in argument.alias_info.before_set}
    sources = tuple(_source(result, by_alias_set) for result in schema.returns)
    return Signature(
        name=f"{base}_{schema.overload_name}" if schema.overload_name else base,
        arguments=names,
        positional=sum(not argument.kwarg_only for argument in arguments),
        numbers_to_wrap=frozenset() if takes_numbers else frozenset(tensors),
        written=written,
        sized=frozenset(argument.name for argument in aliased if argument.kwarg_only and argument.name in written),
        returns=tuple(source if source in written else None for source in sources),
        is_view=len(aliased) > 0 and not written and any(sources),
        mixes_devices=schema.name in _MIXING or schema.name.startswith(_MIXING_FAMILIES),
        takes_numbers_of_cpu=base not in _WITHOUT_NUMBERS,
        is_indexing=base.lstrip("_") in _INDEXING,
        generator=names.index("generator") if "generator" in names else None,
        draws=torch.Tag.nondeterministic_seeded in operator.tags,
    )


def _source(result: Any, by_alias_set: dict[str, str]) -> str | None:
    """The argument whose memory a result is or shares."""
    if result.alias_info is None:
        return None
    return next((by_alias_set[each] for each in result.alias_info.before_set if each in by_alias_set), None)
