import torch
from torch.distributed.device_mesh import init_device_mesh

mesh = init_device_mesh("cuda", (2,))
with torch.random.fork_rng(device_type="cuda"):
    noise = torch.randn(2)
backend = torch.get_device_module("cuda")
