"""What torch has renamed."""

from __future__ import annotations

from torchfix_codemods.analysis.tables.old_api.rows import Renamed, from_source

_INIT = "https://docs.pytorch.org/docs/stable/nn.init.html"
_WEIGHT = "import torch\nfrom torch import nn\ntorch.manual_seed(0)\nout = torch.zeros(4, 3)\n"

INIT = from_source(
    _INIT,
    *(
        Renamed(
            old=f"torch.nn.init.{name}",
            new=f"torch.nn.init.{name}_",
            since="torch 0.4",
            example=f"{_WEIGHT}nn.init.{name}({call})\n",
        )
        for name, call in (
            ("uniform", "out, -1, 1"),
            ("normal", "out, 0, 0.02"),
            ("constant", "out, 3"),
            ("eye", "out"),
            ("xavier_uniform", "out"),
            ("xavier_normal", "out, gain=2"),
            ("kaiming_uniform", "out"),
            ("kaiming_normal", "out, mode='fan_out'"),
            ("orthogonal", "out"),
            ("sparse", "out, sparsity=0.5"),
        )
    ),
    Renamed(
        old="torch.nn.init.dirac",
        new="torch.nn.init.dirac_",
        since="torch 0.4",
        example="import torch\nfrom torch import nn\nout = torch.zeros(4, 3, 3)\nnn.init.dirac(out)\n",
    ),
)

_X = "import torch\nimport torch.nn.functional as F\ntorch.manual_seed(0)\nx = torch.randn(2, 3, 4, 4)\n"
_UPSAMPLE = "https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.interpolate.html"

FUNCTIONAL = (
    Renamed(
        old="torch.nn.functional.sigmoid",
        new="torch.sigmoid",
        since="torch 0.4",
        source="https://docs.pytorch.org/docs/stable/generated/torch.sigmoid.html",
        example=f"{_X}out = F.sigmoid(x)\n",
    ),
    Renamed(
        old="torch.nn.functional.tanh",
        new="torch.tanh",
        since="torch 0.4",
        source="https://docs.pytorch.org/docs/stable/generated/torch.tanh.html",
        example=f"{_X}out = F.tanh(x)\n",
    ),
    Renamed(
        old="torch.nn.functional.upsample",
        new="torch.nn.functional.interpolate",
        since="torch 0.4.1",
        source=_UPSAMPLE,
        example=f"{_X}out = F.upsample(x, scale_factor=2, mode='bilinear')\n",
    ),
    Renamed(
        old="torch.nn.NLLLoss2d",
        new="torch.nn.NLLLoss",
        since="torch 0.3",
        source="https://docs.pytorch.org/docs/stable/generated/torch.nn.NLLLoss.html",
        example=f"{_X}y = torch.zeros(2, 4, 4, dtype=torch.long)\nout = torch.nn.NLLLoss2d()(F.log_softmax(x, 1), y)\n",
    ),
    Renamed(
        old="torch.nn.CrossEntropyLoss2d",
        new="torch.nn.CrossEntropyLoss",
        since="torch 0.3",
        gone="torch 0.3",
        source="https://docs.pytorch.org/docs/stable/generated/torch.nn.CrossEntropyLoss.html",
        example=f"{_X}y = torch.zeros(2, 4, 4, dtype=torch.long)\nout = torch.nn.CrossEntropyLoss2d()(x, y)\n",
    ),
    Renamed(
        old="torch.nn.functional.nll_loss2d",
        new="torch.nn.functional.nll_loss",
        since="torch 0.3",
        gone="torch 0.4",
        source="https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.nll_loss.html",
        example=f"{_X}y = torch.zeros(2, 4, 4, dtype=torch.long)\nout = F.nll_loss2d(F.log_softmax(x, 1), y)\n",
    ),
    Renamed(
        old="torch.nn.utils.clip_grad_norm",
        new="torch.nn.utils.clip_grad_norm_",
        since="torch 0.4",
        source="https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.clip_grad_norm_.html",
        example="import torch\nw = torch.ones(3, requires_grad=True)\n(w * 9).sum().backward()\n"
        "torch.nn.utils.clip_grad_norm([w], 1.0)\nout = w.grad\n",
    ),
)

_TORCH = (
    Renamed(
        old="torch.ger",
        new="torch.outer",
        since="torch 1.7",
        source="https://docs.pytorch.org/docs/stable/generated/torch.ger.html",
        example="import torch\nout = torch.ger(torch.arange(3.), torch.arange(4.))\n",
    ),
    Renamed(
        old="torch.set_deterministic",
        new="torch.use_deterministic_algorithms",
        since="torch 1.8",
        gone="torch 1.11",
        source="https://docs.pytorch.org/docs/stable/generated/torch.use_deterministic_algorithms.html",
        example="import torch\ntorch.set_deterministic(False)\nout = torch.are_deterministic_algorithms_enabled()\n",
    ),
    Renamed(
        old="torch.is_deterministic",
        new="torch.are_deterministic_algorithms_enabled",
        since="torch 1.8",
        gone="torch 1.11",
        source="https://docs.pytorch.org/docs/stable/generated/torch.are_deterministic_algorithms_enabled.html",
        example="import torch\nout = torch.is_deterministic()\n",
    ),
    Renamed(
        old="torch.matrix_rank",
        new="torch.linalg.matrix_rank",
        since="torch 1.8",
        gone="torch 1.13",
        source="https://docs.pytorch.org/docs/stable/generated/torch.linalg.matrix_rank.html",
        example="import torch\nout = torch.matrix_rank(torch.eye(3))\n",
    ),
    Renamed(
        old="torch.cuda.memory_cached",
        new="torch.cuda.memory_reserved",
        since="torch 1.4",
        source="https://docs.pytorch.org/docs/stable/generated/torch.cuda.memory.memory_cached.html",
        example="import torch\nout = torch.cuda.memory_cached()\n",
    ),
    Renamed(
        old="torch.cuda.max_memory_cached",
        new="torch.cuda.max_memory_reserved",
        since="torch 1.4",
        source="https://docs.pytorch.org/docs/stable/generated/torch.cuda.memory.max_memory_cached.html",
        example="import torch\nout = torch.cuda.max_memory_cached()\n",
    ),
    Renamed(
        old="torch.utils.data._utils.collate.default_collate",
        new="torch.utils.data.default_collate",
        since="torch 1.11",
        source="https://docs.pytorch.org/docs/stable/data.html#torch.utils.data.default_collate",
        example="import torch\nimport torch.utils.data\n"
        "out = torch.utils.data._utils.collate.default_collate([torch.ones(2)] * 3)\n",
    ),
    Renamed(
        old="torch.utils.data._utils.collate.default_convert",
        new="torch.utils.data.default_convert",
        since="torch 1.11",
        source="https://docs.pytorch.org/docs/stable/data.html#torch.utils.data.default_convert",
        example="import torch\nimport torch.utils.data\nout = torch.utils.data._utils.collate.default_convert([1.5])\n",
    ),
    Renamed(
        old="torch.distributed.reduce_op",
        new="torch.distributed.ReduceOp",
        since="torch 1.0",
        source="https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.ReduceOp",
        example="import torch.distributed as dist\nout = dist.reduce_op.SUM == dist.ReduceOp.SUM\n",
    ),
    Renamed(
        old="torch.distributed._all_gather_base",
        new="torch.distributed.all_gather_into_tensor",
        since="torch 1.13",
        source="https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.all_gather_into_tensor",
        example="import torch.distributed as dist\nout = callable(dist._all_gather_base)\n",
    ),
    Renamed(
        old="torch.distributed._reduce_scatter_base",
        new="torch.distributed.reduce_scatter_tensor",
        since="torch 1.13",
        source="https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.reduce_scatter_tensor",
        example="import torch.distributed as dist\nout = callable(dist._reduce_scatter_base)\n",
    ),
    Renamed(
        old="torch._utils._accumulate",
        new="itertools.accumulate",
        since="Python 3.2",
        gone="torch 2.4",
        source="https://docs.python.org/3/library/itertools.html#itertools.accumulate",
        example="from torch._utils import _accumulate\nout = list(_accumulate([1, 2, 3]))\n",
    ),
    Renamed(
        old="torch.hub._download_url_to_file",
        new="torch.hub.download_url_to_file",
        since="torch 1.2",
        gone="torch 1.4",
        source="https://docs.pytorch.org/docs/stable/hub.html#torch.hub.download_url_to_file",
        example="import torch\nout = callable(torch.hub._download_url_to_file)\n",
    ),
    Renamed(
        old="torch.utils.model_zoo.load_url",
        new="torch.hub.load_state_dict_from_url",
        since="torch 1.2",
        source="https://docs.pytorch.org/docs/stable/model_zoo.html",
        example="import torch.utils.model_zoo as model_zoo\nout = callable(model_zoo.load_url)\n",
    ),
    Renamed(
        old="torch.optim.lr_scheduler._LRScheduler",
        new="torch.optim.lr_scheduler.LRScheduler",
        since="torch 2.0",
        unsafe="torch's own schedulers are no instances of the old class today, but are of the new one",
        source="https://docs.pytorch.org/docs/stable/optim.html",
        example="import torch\nfrom torch.optim.lr_scheduler import StepLR\n"
        "out = issubclass(torch.optim.lr_scheduler._LRScheduler, object) and StepLR.__name__\n",
    ),
    Renamed(
        old="torch.utils._pytree._register_pytree_node",
        new="torch.utils._pytree.register_pytree_node",
        since="torch 2.2",
        source="https://github.com/pytorch/pytorch/pull/112111",
        example="import torch.utils._pytree as pytree\nout = callable(pytree._register_pytree_node)\n",
    ),
    Renamed(
        old="torch.onnx.set_training",
        new="torch.onnx.select_model_mode_for_export",
        since="torch 1.8",
        gone="torch 1.10",
        source="https://docs.pytorch.org/docs/stable/onnx.html",
        example="import torch.onnx\nout = callable(torch.onnx.set_training)\n",
    ),
    Renamed(
        old="torch.nn.modules.linear._LinearWithBias",
        new="torch.nn.modules.linear.NonDynamicallyQuantizableLinear",
        since="torch 1.9",
        gone="torch 1.9",
        source="https://github.com/pytorch/pytorch/pull/58964",
        example="import torch\nimport torch.nn.modules.linear as linear\ntorch.manual_seed(0)\n"
        "out = linear._LinearWithBias(3, 2)(torch.ones(1, 3)).detach()\n",
    ),
    Renamed(
        old="torch.nn.modules.activation._LinearWithBias",
        new="torch.nn.modules.linear.NonDynamicallyQuantizableLinear",
        since="torch 1.9",
        gone="torch 1.9",
        source="https://github.com/pytorch/pytorch/pull/58964",
        example="import torch\nfrom torch.nn.modules.activation import _LinearWithBias\ntorch.manual_seed(0)\n"
        "out = _LinearWithBias(3, 2)(torch.ones(1, 3)).detach()\n",
    ),
    Renamed(
        old="torch.utils.data.dataloader._DataLoaderIter",
        new="torch.utils.data.dataloader._BaseDataLoaderIter",
        since="torch 1.2",
        gone="torch 1.2",
        unsafe="it is a base class today: a loader makes one of two classes that are derived from it",
        source="https://github.com/pytorch/pytorch/pull/19228",
        example="from torch.utils.data.dataloader import _DataLoaderIter\nout = isinstance(3, _DataLoaderIter)\n",
    ),
    Renamed(
        old="torch.utils.data.dataloader.DataLoaderIter",
        new="torch.utils.data.dataloader._BaseDataLoaderIter",
        since="torch 1.2",
        gone="torch 0.4.1",
        unsafe="it is a base class today: a loader makes one of two classes that are derived from it",
        source="https://github.com/pytorch/pytorch/pull/19228",
        example="from torch.utils.data.dataloader import DataLoaderIter\nout = isinstance(3, DataLoaderIter)\n",
    ),
    Renamed(
        old="torch.utils.data.dataloader.string_classes",
        new="str",
        since="Python 3.0",
        gone="torch 1.9",
        source="https://github.com/pytorch/pytorch/pull/94709",
        example="from torch.utils.data.dataloader import string_classes\nout = isinstance('a', string_classes)\n",
    ),
    Renamed(
        old="torch.utils.data._utils.collate.int_classes",
        new="int",
        since="Python 3.0",
        gone="torch 1.9",
        source="https://github.com/pytorch/pytorch/pull/94709",
        example="from torch.utils.data._utils.collate import int_classes\nout = isinstance(3, int_classes)\n",
    ),
    Renamed(
        old="torch.nn.Module.register_backward_hook",
        new="torch.nn.Module.register_full_backward_hook",
        since="torch 1.8",
        unsafe="the old hook got the gradients of the last operation only, the new one those of the whole module",
        source="https://docs.pytorch.org/docs/stable/generated/torch.nn.Module.html",
        example="import torch\nhook = torch.nn.Module.register_backward_hook\nout = callable(hook)\n",
    ),
)

_SIX = from_source(
    "https://github.com/pytorch/pytorch/pull/94709",
    *(
        Renamed(
            old=f"torch._six.{name}",
            new=new,
            since="Python 3.0",
            gone="torch 2.0",
            example=f"from torch._six import {name}\nout = {use}\n",
        )
        for name, new, use in (
            ("string_classes", "str", "isinstance('a', string_classes)"),
            ("int_classes", "int", "isinstance(3, int_classes)"),
            ("inf", "torch.inf", "min(3, inf)"),
            ("nan", "torch.nan", "nan != nan"),
            ("container_abcs", "collections.abc", "isinstance([1], container_abcs.Sequence)"),
            ("builtins", "builtins", "builtins.max(1, 2)"),
            ("queue", "queue", "queue.Queue(2).maxsize"),
            ("imap", "map", "list(imap(abs, [-1]))"),
            ("zip", "zip", "list(zip([1], [2]))"),
        )
    ),
)

_FUNCTORCH = from_source(
    "https://docs.pytorch.org/docs/stable/func.migrating.html",
    *(
        Renamed(
            old=f"functorch.{name}",
            new=f"torch.func.{name}",
            since="torch 2.0",
            example=f"import torch\nimport functorch\nx = torch.arange(3.)\nout = {use}\n",
        )
        for name, use in (
            ("vmap", "functorch.vmap(torch.sum)(x[None])"),
            ("grad", "functorch.grad(torch.sum)(x)"),
            ("grad_and_value", "functorch.grad_and_value(torch.sum)(x)[0]"),
            ("vjp", "functorch.vjp(torch.sin, x)[0]"),
            ("jvp", "functorch.jvp(torch.sin, (x,), (x,))[1]"),
            ("jacrev", "functorch.jacrev(torch.sin)(x)"),
            ("jacfwd", "functorch.jacfwd(torch.sin)(x)"),
            ("hessian", "functorch.hessian(torch.sum)(x)"),
            ("functionalize", "functorch.functionalize(torch.sin)(x)"),
        )
    ),
)

_QUANTIZED = from_source(
    "https://docs.pytorch.org/docs/stable/quantization.html",
    *(
        Renamed(old=f"torch.{old}", new=f"torch.ao.{new}", whole=True, since="torch 1.10", example=example)
        for old, new, example in (
            (
                "quantization",
                "quantization",
                "import torch.quantization\nout = callable(torch.quantization.quantize_dynamic)\n",
            ),
            ("nn.quantized", "nn.quantized", "import torch.nn.quantized as nnq\nout = callable(nnq.Linear)\n"),
            ("nn.intrinsic", "nn.intrinsic", "import torch.nn.intrinsic as nni\nout = callable(nni.ConvBn2d)\n"),
            ("nn.qat", "nn.qat", "import torch.nn.qat as nnqat\nout = callable(nnqat.Linear)\n"),
        )
    ),
)

RENAMED = (*INIT, *FUNCTIONAL, *_TORCH, *_SIX, *_FUNCTORCH, *_QUANTIZED)
