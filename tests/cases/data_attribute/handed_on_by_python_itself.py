import asyncio
import functools

import torch


def items(x):
    yield x


async def later(x):
    return x


def train(w, keep):
    loss = (w * w).sum()
    first = next(items(w.data))
    first.mul_(2)
    loss.backward()
    loss = (w * w).sum()
    longest = max([w.data], key=len)
    longest.mul_(2)
    loss.backward()
    loss = (w * w).sum()
    last = functools.reduce(lambda a, b: b, [1, w.data])
    last.mul_(2)
    loss.backward()
    loss = (w * w).sum()
    same = torch.nn.Identity()(w.data)
    same.mul_(2)
    loss.backward()
    loss = (w * w).sum()
    made = asyncio.run(later(w.data))
    made.mul_(2)
    loss.backward()
    print(torch.nn.Identity()(w.data) + next(items(w.data)))


train(torch.ones(3, requires_grad=True), [])
# output
import asyncio
import functools

import torch


def items(x):
    yield x


async def later(x):
    return x


def train(w, keep):
    loss = (w * w).sum()
    first = next(items(w.data))
    first.mul_(2)
    loss.backward()
    loss = (w * w).sum()
    longest = max([w.data], key=len)
    longest.mul_(2)
    loss.backward()
    loss = (w * w).sum()
    last = functools.reduce(lambda a, b: b, [1, w.data])
    last.mul_(2)
    loss.backward()
    loss = (w * w).sum()
    same = torch.nn.Identity()(w.data)
    same.mul_(2)
    loss.backward()
    loss = (w * w).sum()
    made = asyncio.run(later(w.data))
    made.mul_(2)
    loss.backward()
    print(torch.nn.Identity()(w.detach()) + next(items(w.detach())))


train(torch.ones(3, requires_grad=True), [])
