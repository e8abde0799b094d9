"""The calls of torch that are written in another way today: mixed precision, resizing, and others."""

from __future__ import annotations

from torchfix_codemods.analysis.tables.old_api.rows import Rewritten

_AMP = "https://docs.pytorch.org/docs/stable/amp.html"
_UPSAMPLE = "https://docs.pytorch.org/docs/stable/generated/torch.nn.Upsample.html"
_STFT = "https://docs.pytorch.org/docs/stable/generated/torch.stft.html"

OTHERS = (
    *(
        Rewritten(
            old=old,
            parameters=parameters,
            new=new,
            since=since,
            source=_AMP,
            example=f"import torch\nout = {use}\n",
        )
        for old, parameters, new, since, use in (
            (  # today's class has the dtype where this one has `enabled`
                "torch.cuda.amp.autocast", ("enabled", "dtype", "cache_enabled"), '[torch.amp.autocast]("cuda", {...})',
                "torch 2.4", "torch.cuda.amp.autocast(False)._enabled",
            ),
            (
                "torch.cuda.amp.GradScaler", ("...",), '[torch.amp.GradScaler]("cuda", {...})',
                "torch 2.3", "torch.cuda.amp.GradScaler(enabled=False).get_scale()",
            ),
            (
                "torch.cpu.amp.autocast", ("enabled", "dtype", "cache_enabled"), '[torch.amp.autocast]("cpu", {...})',
                "torch 2.4", "torch.cpu.amp.autocast(False, torch.bfloat16)._enabled",
            ),
        )
    ),
    *(
        Rewritten(
            old=f"torch.nn.{old}",
            parameters=("size", "scale_factor"),
            new=f"[torch.nn.Upsample]({given}, {how})",
            since="torch 0.4.1",
            source=_UPSAMPLE,
            example=f"import torch\nout = torch.nn.{old}({use})(torch.arange(16.).reshape(1, 1, 4, 4))\n",
        )
        for old, how in (
            ("UpsamplingNearest2d", 'mode="nearest"'),
            ("UpsamplingBilinear2d", 'mode="bilinear", align_corners=True'),
        )
        for given, use in (("size={size}", "8"), ("scale_factor={scale_factor}", "scale_factor=2"))
    ),
    *(
        Rewritten(
            old=f"torch.nn.functional.{old}",
            parameters=("input", "size", "scale_factor"),
            new=f"[torch.nn.functional.interpolate]({{input}}, {given}, {how})",
            since="torch 0.4.1",
            source=_UPSAMPLE,
            example="import torch\nimport torch.nn.functional as F\n"
            f"out = F.{old}(torch.arange(16.).reshape(1, 1, 4, 4), {use})\n",
        )
        for old, how in (
            ("upsample_nearest", 'mode="nearest"'),
            ("upsample_bilinear", 'mode="bilinear", align_corners=True'),
        )
        for given, use in (("size={size}", "8"), ("scale_factor={scale_factor}", "scale_factor=2"))
    ),
    *(
        Rewritten(
            old="torch.utils.data.TensorDataset",
            parameters=("data_tensor", "target_tensor"),
            new="{callee}({data_tensor}, {target_tensor})",
            named="target_tensor",
            since="torch 0.4",
            gone="torch 0.4",
            source="https://docs.pytorch.org/docs/stable/data.html#torch.utils.data.TensorDataset",
            example="import torch\nfrom torch.utils.data import TensorDataset\n"
            f"out = TensorDataset({first}torch.ones(2), target_tensor=torch.zeros(2))[0]\n",
        )
        for first in ("", "data_tensor=")
    ),
    Rewritten(
        old="torch.testing.assert_allclose",
        parameters=("...",),
        new="[torch.testing.assert_close]({...})",
        since="torch 1.9",
        unsafe="it compares dtypes and devices too, and its tolerances are others",
        source="https://docs.pytorch.org/docs/stable/testing.html",
        example="import torch\nout = torch.testing.assert_allclose(torch.ones(2), torch.ones(2))\n",
    ),
)  # fmt: skip

METHODS = (
    Rewritten(
        old="Iterator.next",
        parameters=("self",),
        new="next({self})",
        since="Python 3.0",
        gone="Python 3.0",
        source="https://docs.python.org/3/library/functions.html#next",
        example="import torch\nit = iter([1, 2])\nit.next()\nout = it.next()\n",
    ),
    *(
        Rewritten(
            old=f"Mapping.{old}",
            parameters=parameters,
            new=new,
            since="Python 3.0",
            gone="Python 3.0",
            source="https://docs.python.org/3/whatsnew/3.0.html#views-and-iterators-instead-of-lists",
            example=f"import torch\nnames = {{'a': 1}}\nout = {use}\n",
        )
        for old, parameters, new, use in (
            ("iteritems", ("self",), "{self}.items()", "list(names.iteritems())"),
            ("itervalues", ("self",), "{self}.values()", "list(names.itervalues())"),
            ("iterkeys", ("self",), "{self}.keys()", "list(names.iterkeys())"),
            ("has_key", ("self", "key"), "{key} in {self}", "names.has_key('a')"),
        )
    ),
    Rewritten(
        old="Scheduler.get_lr",
        parameters=("self",),
        new="{self}.get_last_lr()",
        since="torch 1.4",
        unsafe="`get_lr` computes the rate of the next step, which may be another one than that in use",
        source="https://docs.pytorch.org/docs/stable/optim.html#how-to-adjust-learning-rate",
        example="import torch\noptimizer = torch.optim.SGD([torch.ones(1)], lr=0.1)\n"
        "scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 3)\nout = scheduler.get_lr()\n",
    ),
)

REWRITTEN = (*METHODS, *OTHERS)
