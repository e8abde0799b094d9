import inspect

import torch

parameters = inspect.signature(torch.load).parameters
has_mmap = "mmap" in parameters
same = torch.load is torch.serialization.load
