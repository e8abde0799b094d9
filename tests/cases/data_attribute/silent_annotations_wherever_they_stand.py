# What is annotated is of that class, wherever the annotation stands, and so is what a class has made.
import torch
from dataclasses import dataclass
from mylib import ir


def local():
    x: ir.Buffer = ir.make()
    return x.contiguous(), x.data.sum()


@dataclass
class A:
    buf: ir.Buffer

    def f(self):
        return self.buf.contiguous(), self.buf.data.sum()


class B:
    def __init__(self, buf: ir.Buffer):
        self.buf = buf
        self.rest: ir.Buffer = ir.make()

    def f(self):
        return self.buf.contiguous(), self.buf.data.sum()

    def g(self):
        return self.rest.contiguous(), self.rest.data.sum()

    @property
    def p(self) -> ir.Buffer:
        return self.other

    def h(self):
        return self.p.contiguous(), self.p.data.sum()


def make() -> ir.Buffer:
    return ir.make()


def returned():
    x = make()
    return x.contiguous(), x.data.sum()


def elements(nodes: list[ir.Buffer], named: dict[str, ir.Buffer]):
    for node in nodes:
        print(node.contiguous(), node.data.sum())
    for key, node2 in named.items():
        print(node2.contiguous(), node2.data.sum())
    print(nodes[0].contiguous(), nodes[0].data.sum())


def optional(x: ir.Buffer | None, y: "ir.Buffer"):
    return x.contiguous(), x.data.sum(), y.contiguous(), y.data.sum()


def made():
    x = ir.Buffer(1)
    return x.contiguous(), x.data.sum()
