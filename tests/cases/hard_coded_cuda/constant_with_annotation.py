import torch

device: str = "cuda"
x = torch.zeros(3, device=device)
# output
import torch

device: str = "cuda" if torch.cuda.is_available() else "cpu"
x = torch.zeros(3, device=device)
