import torch

assert torch.cuda.is_available()
x = torch.zeros(3).to("cuda")
