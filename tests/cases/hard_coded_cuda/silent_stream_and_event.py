import torch

stream = torch.cuda.stream("cuda")
name = torch.cuda.get_device_name("cuda")
backend = torch.backends.cuda
