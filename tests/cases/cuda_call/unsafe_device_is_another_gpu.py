import torch

device = torch.device("cuda:1")
net = torch.nn.Linear(2, 2).cuda()
