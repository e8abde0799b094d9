import torch

net = torch.nn.Linear(3, 2)
probs = net(torch.ones(1, 3)).data.cpu().numpy()
# output
import torch

net = torch.nn.Linear(3, 2)
probs = net(torch.ones(1, 3)).detach().cpu().numpy()
