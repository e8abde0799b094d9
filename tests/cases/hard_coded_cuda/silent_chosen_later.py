import torch

device = torch.device("cuda")
if not torch.cuda.is_available():
    device = torch.device("cpu")
x = torch.zeros(3).to(device)
