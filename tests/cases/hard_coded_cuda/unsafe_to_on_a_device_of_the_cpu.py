import torch

device = torch.device("cpu")
net = torch.nn.Linear(2, 2)
net.to("cuda")
