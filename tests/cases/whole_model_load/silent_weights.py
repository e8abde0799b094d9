import torch

net = torch.nn.Linear(2, 1)
net.load_state_dict(torch.load("net.pt"))
state = torch.load("more.pt")
net.load_state_dict(state)
