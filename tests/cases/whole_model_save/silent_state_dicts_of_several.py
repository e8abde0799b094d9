import torch

nets = {"generator": torch.nn.Linear(2, 1), "critic": torch.nn.Linear(2, 1)}
torch.save({name: net.state_dict() for name, net in nets.items()}, "nets.pt")
