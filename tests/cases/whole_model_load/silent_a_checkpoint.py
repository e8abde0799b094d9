import torch

checkpoint = torch.load("all.pt")
net.load_state_dict(checkpoint["net"])
opt.load_state_dict(checkpoint["opt"])
epoch = checkpoint["epoch"]
