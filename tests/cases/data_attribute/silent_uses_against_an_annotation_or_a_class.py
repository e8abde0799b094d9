# An annotation, an isinstance or a class says more than a method of a name that tensors have.
import torch
from torch._inductor.ir import Buffer
from mylib import ir, ops
import mylib.backend as K


class Box(ir.Node):
    pass


def of_a_node(query: ir.Buffer):
    return query.data.layout.size


def of_a_call(query):
    return query.data.layout.size


def render(kernel, x):
    q = kernel.permute(x, [0, 2, 1])
    return of_a_node(q), of_a_call(q)


def permuted(x):
    return K.permute(x, (0, 2, 1)).data, ops.clamp(x, 0, 1).data


def annotated(x: ir.Buffer):
    if x.is_contiguous() and x.dim() == 2:
        return x.data


def annotated_by_a_class(x: Box):
    if x.numel():
        return x.data


def made():
    box = Box()
    if box.is_contiguous():
        return box.data


def narrowed(x):
    if isinstance(x, ir.Box):
        return x.contiguous() and x.data


def unwrapped(node: Buffer):
    return node.data


def expected(self, remote):
    with self.assertRaises(ValueError):
        remote.retain_grad()
    return remote.data


def held(x: ir.Buffer, y: ir.Buffer, z: Box):
    x.data.contiguous()
    a, b = y.size()
    z.grad.zero_()
    return x.data, y.data, z.data
