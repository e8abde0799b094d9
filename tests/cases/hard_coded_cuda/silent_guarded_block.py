import torch

x = torch.zeros(3)
if torch.cuda.is_available():
    x = x.to("cuda")
    y = torch.zeros(3, device="cuda")
    device = torch.device("cuda:0")
