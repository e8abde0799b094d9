"""The arguments that torch has renamed, merged or taken away, and defaults that have to be written out."""

from __future__ import annotations

from torchfix_codemods.analysis.tables.old_api.rows import Argument, from_source

_BACKWARD = from_source(
    "https://docs.pytorch.org/docs/stable/generated/torch.Tensor.backward.html",
    Argument(
        old="Tensor.backward(retain_variables)",
        also=("torch.autograd.backward",),
        new="retain_graph",
        since="torch 0.2",
        gone="torch 1.0",
        example="import torch\nw = torch.ones(2, requires_grad=True)\nloss = (w * w).sum()\n"
        "loss.backward(retain_variables=True)\nloss.backward()\nout = w.grad\n",
    ),
    Argument(
        old="torch.autograd.grad(retain_variables)",
        new="retain_graph",
        since="torch 0.2",
        gone="torch 1.0",
        example="import torch\nw = torch.ones(2, requires_grad=True)\n"
        "out, = torch.autograd.grad((w * w).sum(), w, retain_variables=True)\n",
    ),
)

SCHEDULERS = (
    "StepLR", "MultiStepLR", "ExponentialLR", "LambdaLR", "MultiplicativeLR", "CosineAnnealingLR", "ReduceLROnPlateau",
    "CyclicLR", "OneCycleLR", "CosineAnnealingWarmRestarts", "ConstantLR", "LinearLR", "PolynomialLR", "SequentialLR",
)  # fmt: skip
_VERBOSE = from_source(
    "https://docs.pytorch.org/docs/stable/optim.html#how-to-adjust-learning-rate",
    Argument(
        old="torch.optim.lr_scheduler.StepLR(verbose)",
        also=tuple(f"torch.optim.lr_scheduler.{name}" for name in SCHEDULERS if name != "StepLR"),
        since="torch 2.2",
        gone="torch 2.7",
        example="import torch\noptimizer = torch.optim.SGD([torch.ones(1)], lr=0.1)\n"
        "out = torch.optim.lr_scheduler.StepLR(optimizer, 3, verbose=False).get_last_lr()\n",
    ),
)

_SAMPLER = from_source(
    "https://github.com/pytorch/pytorch/pull/163134",
    Argument(
        old="torch.utils.data.Sampler(data_source)",
        also=("torch.utils.data.sampler.Sampler",),
        position=0,
        since="torch 2.1",
        gone="torch 2.10",
        example="import torch\nfrom torch.utils.data import Sampler\n\n\nclass Backwards(Sampler):\n"
        "    def __init__(self, data_source):\n        super().__init__(data_source)\n"
        "        self.data_source = data_source\n\n\nout = Backwards([1, 2]).data_source\n",
    ),
)

_HARDTANH = from_source(
    "https://docs.pytorch.org/docs/stable/generated/torch.nn.Hardtanh.html",
    Argument(
        old="torch.nn.Hardtanh(min_value)",
        new="min_val",
        since="torch 0.2",
        example="import torch\nout = torch.nn.Hardtanh(min_value=-2, max_value=2)(torch.tensor([-3.0, 3.0]))\n",
    ),
    Argument(
        old="torch.nn.Hardtanh(max_value)",
        new="max_val",
        since="torch 0.2",
        example="import torch\nout = torch.nn.Hardtanh(-2, max_value=2)(torch.tensor([-3.0, 3.0]))\n",
    ),
)

_ONNX = from_source(
    "https://docs.pytorch.org/docs/stable/onnx_export.html",
    *(
        Argument(
            old=f"torch.onnx.export({name})",
            also=("torch.onnx.utils.export",),
            since=since,
            gone=gone,
            # The exporter needs further packages: that its signature takes the call is what can be tried without them.
            example="from unittest.mock import patch\nimport torch\n"
            "with patch('torch.onnx.export', autospec=True):\n"
            f"    out = torch.onnx.export(None, (), 'x.onnx', {name}=None) is not None\n",
        )
        for name, since, gone in (
            ("_retain_param_name", "torch 1.10", "torch 1.12"),
            ("strip_doc_string", "torch 1.10", "torch 1.12"),
            ("use_external_data_format", "torch 1.10", "torch 1.12"),
            ("enable_onnx_checker", "torch 1.10", "torch 1.12"),
            ("example_outputs", "torch 1.10", "torch 1.12"),
            ("aten", "torch 1.2", "torch 1.13"),
        )
    ),
)

_DEFAULTS = (
    Argument(
        old="torch.meshgrid(indexing)",
        added='"ij"',
        since="torch 1.10",
        source="https://docs.pytorch.org/docs/stable/generated/torch.meshgrid.html",
        example="import torch\nout = torch.meshgrid(torch.arange(2), torch.arange(3))[0]\n",
    ),
    Argument(
        old="torch.utils.checkpoint.checkpoint(use_reentrant)",
        also=("torch.utils.checkpoint.checkpoint_sequential",),
        added="True",
        since="torch 1.11",
        source="https://docs.pytorch.org/docs/stable/checkpoint.html",
        example="import torch\nfrom torch.utils.checkpoint import checkpoint\n"
        "x = torch.ones(2, requires_grad=True)\nout = checkpoint(torch.sin, x).detach()\n",
    ),
)

RENAMED_ARGUMENTS = (*_BACKWARD, *_VERBOSE, *_SAMPLER, *_HARDTANH, *_ONNX, *_DEFAULTS)

# The losses that had `size_average` and `reduce`: class, function, where they stood among the arguments of each.
LOSSES: tuple[tuple[str, str, tuple[int, int], tuple[int, int]], ...] = (
    ("L1Loss", "l1_loss", (0, 1), (2, 3)),
    ("MSELoss", "mse_loss", (0, 1), (2, 3)),
    ("SmoothL1Loss", "smooth_l1_loss", (0, 1), (2, 3)),
    ("KLDivLoss", "kl_div", (0, 1), (2, 3)),
    ("SoftMarginLoss", "soft_margin_loss", (0, 1), (2, 3)),
    ("BCELoss", "binary_cross_entropy", (1, 2), (3, 4)),
    ("BCEWithLogitsLoss", "binary_cross_entropy_with_logits", (1, 2), (3, 4)),
    ("MultiLabelSoftMarginLoss", "multilabel_soft_margin_loss", (1, 2), (3, 4)),
    ("MultiLabelMarginLoss", "multilabel_margin_loss", (0, 1), (2, 3)),
    ("HingeEmbeddingLoss", "hinge_embedding_loss", (1, 2), (3, 4)),
    ("CosineEmbeddingLoss", "cosine_embedding_loss", (1, 2), (4, 5)),
    ("MarginRankingLoss", "margin_ranking_loss", (1, 2), (4, 5)),
    ("NLLLoss", "nll_loss", (1, 3), (3, 5)),
    ("CrossEntropyLoss", "cross_entropy", (1, 3), (3, 5)),
    ("PoissonNLLLoss", "poisson_nll_loss", (2, 4), (4, 6)),
    ("MultiMarginLoss", "multi_margin_loss", (3, 4), (5, 6)),
    ("TripletMarginLoss", "triplet_margin_loss", (4, 5), (7, 8)),
)
