import torch

device = "cuda"
x = torch.zeros(3).to(device if torch.cuda.is_available() else "cpu")
