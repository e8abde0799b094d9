"""What is gone from torch and its neighbours without a replacement that could be written mechanically."""

from __future__ import annotations

from torchfix_codemods.analysis.tables.old_api.rows import Gone, from_source

_RELEASES = "https://github.com/pytorch/pytorch/releases"
_FFT = "`torch.fft.fft` and its like give complex tensors; `torch.view_as_real` of them is what the old one gave"
_EIG = "`torch.linalg.eig` gives complex tensors, where the old one gave real and imaginary parts in two columns"
_TORCHTEXT = "no torchtext exists for this torch: read the texts with your own Dataset, and pad them in `collate_fn`"

_TORCH = from_source(
    _RELEASES,
    Gone(
        old="torch.legacy",
        since="torch 1.0",
        gone="torch 1.0",
        instead="write the layer with `torch.nn`",
    ),
    Gone(
        old="torch.utils.ffi",
        since="torch 1.0",
        gone="torch 1.0",
        instead="compile the sources with `torch.utils.cpp_extension`; `THC/THC.h` became ATen",
    ),
    Gone(
        old="torch.utils.trainer",
        since="torch 1.0",
        gone="torch 1.0",
        instead="write the loop out",
    ),
    Gone(
        old="torch.utils.serialization.load_lua",
        since="torch 1.0",
        gone="torch 1.0",
        instead="the package torchfile reads such files into numpy arrays",
    ),
    Gone(
        old="torch.nn._functions",
        since="torch 0.4",
        gone="torch 1.0",
        instead="call the function of `torch.nn.functional`",
    ),
    Gone(
        old="torch.nn.backends.thnn",
        since="torch 1.2",
        gone="torch 1.3",
        instead="call the function of `torch.nn.functional`",
    ),
    Gone(
        old="torch._thnn",
        since="torch 1.2",
        gone="torch 1.5",
        instead="call the function of `torch.nn.functional`",
    ),
    Gone(
        old="torch.autograd._functions.tensor",
        since="torch 0.4",
        gone="torch 1.0",
        instead="call the method of the tensor",
    ),
    Gone(
        old="torch.contrib",
        since="torch 1.0",
        gone="torch 1.0",
        instead="it has no successor",
    ),
    Gone(
        old="torch.nn.modules.loss._assert_no_grad",
        since="torch 0.4",
        gone="torch 1.0",
        instead="drop the call: targets may carry a graph",
    ),
    *(
        Gone(
            old=f"torch._jit_internal.{name}",
            since="torch 1.2",
            gone="torch 1.2",
            instead="drop the decorator: it does nothing any more",
        )
        for name in ("weak_module", "weak_script_method", "weak_script")
    ),
    Gone(
        old="torch.distributed.deprecated",
        since="torch 1.0",
        gone="torch 1.1",
        instead="use `torch.distributed`",
    ),
    *(
        Gone(
            old=f"torch.distributed.{name}_multigpu",
            since="torch 1.13",
            gone="torch 2.2",
            instead="let each process have one GPU",
        )
        for name in ("all_reduce", "all_gather", "reduce", "broadcast", "reduce_scatter")
    ),
    *(
        Gone(
            old=f"torch.utils.data.dataloader.{name}",
            since="torch 1.2",
            gone="torch 1.2",
            instead=instead,
        )
        for name, instead in (
            ("pin_memory_batch", "`torch.utils.data._utils.pin_memory.pin_memory` does the same, and is not public"),
            ("numpy_type_map", "`torch.as_tensor` takes numbers of numpy"),
        )
    ),
    *(
        Gone(
            old=f"torch.testing.{name}",
            since="torch 1.9",
            gone="torch 1.12",
            instead=f"write `torch.{name}`",
        )
        for name in ("rand", "randn")
    ),
    Gone(
        old="torch.testing.make_non_contiguous",
        since="torch 1.10",
        gone="torch 1.12",
        instead="`torch.testing.make_tensor(..., noncontiguous=True)` makes one",
    ),
    Gone(
        old="torch.onnx.dynamo_export",
        since="torch 2.5",
        gone="torch 2.9",
        instead="write `torch.onnx.export(..., dynamo=True)`",
    ),
    Gone(
        old="torch.onnx.ExportOptions",
        since="torch 2.5",
        gone="torch 2.9",
        instead="give the options to `torch.onnx.export(..., dynamo=True)`",
    ),
    Gone(
        old="torch.eig",
        since="torch 1.8",
        gone="torch 1.13",
        instead=_EIG,
    ),
    Gone(
        old="Tensor.eig",
        since="torch 1.8",
        gone="torch 1.13",
        instead=_EIG,
    ),
    *(
        Gone(old=f"{owner}.{name}", since="torch 1.7", gone="torch 1.8", called=True, instead=_FFT)
        for owner in ("torch", "Tensor")
        for name in ("fft", "ifft", "rfft", "irfft")
    ),
    Gone(
        old="torch.pstrf",
        since="torch 1.2",
        gone="torch 1.2",
        instead="`torch.linalg.cholesky` has no pivoting",
    ),
    Gone(
        old="Tensor.reinforce",
        since="torch 0.4",
        gone="torch 0.4",
        instead="with `m = torch.distributions.Categorical(probs)` the loss is `-m.log_prob(action) * reward`",
    ),
    Gone(
        old="Tensor.creator",
        since="torch 0.2",
        gone="torch 0.4",
        instead="write `.grad_fn`",
    ),
)

_OUTDATED = (
    Gone(
        old="torch.nn.utils.weight_norm",
        since="torch 2.0",
        instead="`torch.nn.utils.parametrizations.weight_norm` does the same; keys of its state_dict have other names",
        source="https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.weight_norm.html",
    ),
    Gone(
        old="torch.backends.cuda.sdp_kernel",
        since="torch 2.3",
        instead="`torch.nn.attention.sdpa_kernel` takes a list of backends",
        source="https://docs.pytorch.org/docs/stable/backends.html",
    ),
    Gone(
        old="torch.svd",
        since="torch 1.8",
        instead="`torch.linalg.svd(x, full_matrices=False)` gives U, S and the conjugate transpose of V",
        source="https://docs.pytorch.org/docs/stable/generated/torch.svd.html",
    ),
    Gone(
        old="functorch.make_functional",
        since="torch 2.0",
        instead="`torch.func.functional_call(module, parameters, arguments)` calls a module with other parameters",
        source="https://docs.pytorch.org/docs/stable/func.migrating.html",
    ),
)

_TEXT = from_source(
    "https://github.com/pytorch/text",
    *(
        Gone(old=f"torchtext.data.{name}", since="torchtext 0.9", gone="torchtext 0.12", instead=_TORCHTEXT)
        for name in ("Field", "LabelField", "NestedField", "ReversibleField", "Example", "TabularDataset", "Iterator",
                     "BucketIterator", "BPTTIterator", "Batch", "Pipeline", "Dataset")
    ),
    Gone(old="torchtext.legacy", since="torchtext 0.9", gone="torchtext 0.12", instead=_TORCHTEXT),
)  # fmt: skip

GONE = (*_TORCH, *_OUTDATED, *_TEXT)
