from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import torch

T = TypeVar("T")


@dataclass
class Box(Generic[T]):
    is_leaf: bool
    data: T


def show(box: Box[Any], other: "Box[int]"):
    if box.is_leaf and other.is_leaf:
        print(box.data, other.data)


show(Box(True, torch.ones(2)), Box(False, 1))
