# path: kernel.py
# other: ir.py
#| class Box:
#|     def __init__(self, data):
#|         self.data = data
#|     def contiguous(self):
#|         return self
#| class Buffer:
#|     def dim(self):
#|         return 2
import torch
from ir import Box, Buffer


class Kernel:
    def __init__(self, nodes: list[Buffer]):
        self.nodes = nodes

    def unboxed(self, node):
        while isinstance(node, Box):
            node = node.data
        return node

    def render(self):
        return [self.unboxed(node) for node in self.nodes if node.dim() == 2]


def kept(box: Box):
    flat = box.contiguous()
    return box.data, flat.data
