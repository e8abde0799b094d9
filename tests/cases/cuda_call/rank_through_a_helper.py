import torch
import torch.distributed as dist


def same(given):
    return given


def work():
    def local():
        return dist.get_rank() % torch.cuda.device_count()

    rank, here = same(dist.get_rank()), local()
    return torch.zeros(3).cuda(rank), torch.zeros(3).cuda(here)
# output
import torch
import torch.distributed as dist


def same(given):
    return given


def work():
    def local():
        return dist.get_rank() % torch.cuda.device_count()

    rank, here = same(dist.get_rank()), local()
    return torch.zeros(3).to(rank), torch.zeros(3).to(here)
