import torch

net = torch.nn.Linear(2, 2).to(device="cuda")
# output
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

net = torch.nn.Linear(2, 2).to(device=device)
