"""What a call or an attribute must look like to be one of a torch tensor. Data, and look-ups in it."""

from __future__ import annotations

from torchfix_codemods.analysis.tables import torch_api
from torchfix_codemods.analysis.tables.torch_names import METHODS
from torchfix_codemods.analysis.tables.words import words

# The most that these take by position, old forms such as `add_(alpha, other)` included: with more, a namespace of
# functions is called, `ops.clamp(x, 0, 1)`. Sizes and dimensions come one by one or as a list, never both.
_MOST_ARGUMENTS = {
    0: """
        abs_ contiguous detach detach_ dim element_size erf erfinv_ exp_ floor_ is_floating_point log1p_ log_
        logical_not neg_ numel reciprocal_ relu_ retain_grad rsqrt rsqrt_ sigmoid_ sign_ sqrt_ t_ tanh_ zero_
        data_ptr ndimension nelement
    """,
    1: """
        expand_as fill_ is_contiguous logical_and_ logical_or_ masked_select mul_ reshape_as resize_as_ round_
        tril_ triu_ type_as unbind unsqueeze unsqueeze_ view_as clamp_max clamp_max_ clamp_min clamp_min_ div_
        pow_ new_tensor
    """,
    2: """
        add_ bmm clamp clamp_ clip_ copy_ index_select lerp_ log_softmax logsumexp masked_fill masked_fill_
        masked_scatter masked_scatter_ new_full normal_ repeat_interleave sub_ transpose_ uniform_
    """,
    3: """
        addcdiv addcdiv_ addcmul addcmul_ index_add_ index_copy index_copy_ index_fill index_fill_ index_put_
        kthvalue
    """,
}
MOST_ARGUMENTS = {name: most for most, names in _MOST_ARGUMENTS.items() for name in words(names)}
TAKE_SIZES = words("permute new_zeros new_ones new_empty squeeze_")
_OTHER_ATTRIBUTES = words("""
    as_subclass ccol_indices col_indices const_data_ptr crow_indices dense_dim dequantize device dim_order dsplit
    grad_dtype histogram hsplit index indices is_coalesced is_conj is_cpu is_distributed is_inference is_ipu is_maia
    is_mkldnn is_mtia is_neg is_nested is_nonzero is_same_size is_sparse_csr is_vulkan is_xla is_xpu module_load name
    numpy q_per_channel_axis q_scale q_zero_point qscheme record_stream register_post_accumulate_grad_hook reinforce
    retains_grad row_indices slice_inverse solve sparse_dim storage_type unsafe_chunk unsafe_split
    unsafe_split_with_sizes values volatile vsplit creator
""")
_KNOWN = (
    METHODS
    | torch_api.TUPLES_OF_TENSORS
    | torch_api.TENSOR_GIVES_OTHER
    | torch_api.TENSOR_ATTRIBUTES_TENSOR
    | torch_api.TENSOR_ATTRIBUTES_OTHER
    | _OTHER_ATTRIBUTES
)


def is_tensor_attribute(name: str) -> bool:
    """Does a tensor of torch itself have this, and not only one of a class of its own?"""
    return name.startswith("_") or name.rstrip("_") in _KNOWN or name in _KNOWN or torch_api.is_tensor_method(name)
