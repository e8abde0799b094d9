import torch


def batches():
    while True:
        yield torch.ones(2)


def plain():
    def inner():
        yield 1

    return inner


data = batches()
first = data.next()
other = plain().next()
# output
import torch


def batches():
    while True:
        yield torch.ones(2)


def plain():
    def inner():
        yield 1

    return inner


data = batches()
first = next(data)
other = plain().next()
