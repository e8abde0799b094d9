import torch
import torch.distributed as dist


def work():
    rank = dist.get_rank()
    local = rank % torch.cuda.device_count()
    return torch.zeros(3).cuda(rank), torch.zeros(3).cuda(local)
# output
import torch
import torch.distributed as dist


def work():
    rank = dist.get_rank()
    local = rank % torch.cuda.device_count()
    return torch.zeros(3).to(rank), torch.zeros(3).to(local)
