import torch
import torch.distributed as dist


def step(disc, bank, penalty, real: torch.Tensor, fake: torch.Tensor):
    cost = penalty(disc, real.data, fake.data)
    for p in disc.parameters():
        dist.broadcast(p.data, src=0)
        dist.all_reduce(p.grad.data)
    bank.append(fake.data)
    print(cost)
# output
import torch
import torch.distributed as dist


def step(disc, bank, penalty, real: torch.Tensor, fake: torch.Tensor):
    cost = penalty(disc, real.detach(), fake.detach())
    for p in disc.parameters():
        dist.broadcast(p.detach(), src=0)
        dist.all_reduce(p.grad.detach())
    bank.append(fake.detach())
    print(cost)
