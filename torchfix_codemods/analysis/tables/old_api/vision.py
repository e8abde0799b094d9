"""What torchvision has renamed or removed."""

from __future__ import annotations

from torchfix_codemods.analysis.tables.old_api.rows import Argument, Gone, Renamed, from_source

_IMAGE = (
    "from PIL import Image\nimport torchvision\nfrom torchvision import transforms\nimage = Image.new('L', (8, 8), 9)\n"
)

_TRANSFORMS = from_source(
    "https://docs.pytorch.org/vision/stable/transforms.html",
    Renamed(
        old="torchvision.transforms.Scale",
        new="torchvision.transforms.Resize",
        since="torchvision 0.2",
        gone="torchvision 0.12",
        example=f"{_IMAGE}out = transforms.Scale(4)(image).tobytes()\n",
    ),
    Renamed(
        old="torchvision.transforms.RandomSizedCrop",
        new="torchvision.transforms.RandomResizedCrop",
        since="torchvision 0.2",
        gone="torchvision 0.12",
        positional=1,
        example=f"{_IMAGE}out = transforms.RandomSizedCrop(4)(image).size\n",
    ),
    Renamed(
        old="torchvision.transforms.functional_tensor",
        new="torchvision.transforms.functional",
        needs="torchvision.transforms.functional",
        whole=True,
        since="torchvision 0.8",
        gone="torchvision 0.17",
        example="from torchvision.transforms.functional_tensor import rgb_to_grayscale\n"
        "out = callable(rgb_to_grayscale)\n",
    ),
    *(
        Argument(
            old=f"torchvision.transforms.{first}({old})",
            position=position,
            new=new,
            since="torchvision 0.9",
            gone="torchvision 0.15",
            example=f"{_IMAGE}out = transforms.{first}(0, {old}={value})(image).size\n",
        )
        for first, old, position, new, value in (
            ("RandomAffine", "resample", 4, "interpolation", "Image.BILINEAR"),
            ("RandomAffine", "fillcolor", 5, "fill", "0"),
            ("RandomRotation", "resample", 1, "interpolation", "Image.BILINEAR"),
        )
    ),
    Argument(
        old="torchvision.transforms.functional.affine(resample)",
        also=("torchvision.transforms.functional.rotate",),
        new="interpolation",
        since="torchvision 0.9",
        gone="torchvision 0.15",
        example=f"{_IMAGE}out = transforms.functional.affine(image, 0, (0, 0), 1, 0, resample=Image.BILINEAR).size\n",
    ),
    Argument(
        old="torchvision.transforms.functional.affine(fillcolor)",
        new="fill",
        since="torchvision 0.9",
        gone="torchvision 0.15",
        example=f"{_IMAGE}out = transforms.functional.affine(image, 0, (0, 0), 1, 0, fillcolor=0).size\n",
    ),
)

_UTILS = from_source(
    "https://docs.pytorch.org/vision/stable/utils.html",
    *(
        Argument(
            old=f"torchvision.utils.{name}(range)",
            position=position,
            new="value_range",
            since="torchvision 0.9",
            gone="torchvision 0.15",
            example="import io\nimport torch\nimport torchvision\ntorch.manual_seed(0)\nx = torch.rand(2, 3, 4, 4)\n"
            f"out = torchvision.utils.{name}(x, {more}normalize=True, range=(0, 1))\n",
        )
        for name, position, more in (("make_grid", 4, ""), ("save_image", None, "io.BytesIO(), format='png', "))
    ),
    Renamed(
        old="torchvision.models.utils.load_state_dict_from_url",
        new="torch.hub.load_state_dict_from_url",
        since="torch 1.2",
        gone="torchvision 0.13",
        example="from torchvision.models.utils import load_state_dict_from_url as load\nout = callable(load)\n",
    ),
    *(
        Gone(
            old=f"torchvision.models.{name}.model_urls",
            since="torchvision 0.13",
            gone="torchvision 0.14",
            instead="each model's `..._Weights` class has the addresses: `ResNet18_Weights.IMAGENET1K_V1.url`",
        )
        for name in ("resnet", "vgg", "densenet", "alexnet", "squeezenet", "inception", "googlenet", "mobilenet")
    ),
    *(
        Renamed(
            old=f"torchvision.ops.misc.{name}",
            new=f"torch.nn.{name}",
            since="torch 1.5",
            gone="torchvision 0.13",
            example=f"from torchvision.ops.misc import {name}\nout = callable({name})\n",
        )
        for name in ("Conv2d", "ConvTranspose2d", "BatchNorm2d")
    ),
)

# `pretrained=True` has always meant the first weights of a model, which keep that name.
_CLASSIFIERS = (
    "alexnet", "convnext_tiny", "densenet121", "densenet161", "densenet169", "densenet201", "efficientnet_b0",
    "efficientnet_b1", "efficientnet_b2", "efficientnet_b3", "efficientnet_b4", "efficientnet_b5", "efficientnet_b6",
    "efficientnet_b7", "googlenet", "inception_v3", "mnasnet0_5", "mnasnet1_0", "mobilenet_v2", "mobilenet_v3_large",
    "mobilenet_v3_small", "resnet101", "resnet152", "resnet18", "resnet34", "resnet50", "resnext101_32x8d",
    "resnext50_32x4d", "shufflenet_v2_x0_5", "shufflenet_v2_x1_0", "squeezenet1_0", "squeezenet1_1", "vgg11",
    "vgg11_bn", "vgg13", "vgg13_bn", "vgg16", "vgg16_bn", "vgg19", "vgg19_bn", "wide_resnet101_2", "wide_resnet50_2",
)  # fmt: skip
_DETECTORS = (
    "fasterrcnn_resnet50_fpn", "fasterrcnn_mobilenet_v3_large_fpn", "maskrcnn_resnet50_fpn",
    "keypointrcnn_resnet50_fpn", "retinanet_resnet50_fpn",
)  # fmt: skip
_SEGMENTERS = ("deeplabv3_resnet50", "deeplabv3_resnet101", "fcn_resnet50", "fcn_resnet101")
_MODULES = {"densenet": "densenet", "resne": "resnet", "wide_": "resnet", "vgg": "vgg", "alex": "alexnet"}


def _builders(names: tuple[str, ...], package: str) -> tuple[str, ...]:
    found = [f"torchvision.models.{package}{name}" for name in names]
    for name in names:
        module = next((module for start, module in _MODULES.items() if name.startswith(start)), None)
        if not package and module is not None:
            found.append(f"torchvision.models.{module}.{name}")
    return tuple(found)


_PRETRAINED = from_source(
    "https://docs.pytorch.org/vision/stable/models.html",
    *(
        Argument(
            old=f"{builders[0]}({old})",
            also=builders[1:],
            position=0 if old == "pretrained" else None,
            new=new,
            values=(("True", f'"{weights}"'), ("False", "None"), ("*", f'"{weights}" if {{}} else None')),
            since="torchvision 0.13",
            example=f"import torchvision\nout = len(list({builders[0]}({old}=False{other}).parameters()))\n",
        )
        for builders, old, new, weights, other in (
            (_builders(_CLASSIFIERS, ""), "pretrained", "weights", "IMAGENET1K_V1", ""),
            (
                _builders(_DETECTORS, "detection."), "pretrained", "weights", "COCO_V1",
                ", weights_backbone=None",
            ),
            (
                _builders(_DETECTORS, "detection."), "pretrained_backbone", "weights_backbone", "IMAGENET1K_V1",
                ", weights=None",
            ),
            (
                _builders(_SEGMENTERS, "segmentation."), "pretrained", "weights", "COCO_WITH_VOC_LABELS_V1",
                ", weights_backbone=None",
            ),
            (
                _builders(_SEGMENTERS, "segmentation."), "pretrained_backbone", "weights_backbone", "IMAGENET1K_V1",
                ", weights=None",
            ),
        )
    ),
)  # fmt: skip

ALL = (*_TRANSFORMS, *_UTILS, *_PRETRAINED)
