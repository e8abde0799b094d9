import torch

x = torch.zeros(3).to("cuda:1")
y = torch.zeros(3, device="cuda:0")
