import torch

net = torch.nn.Linear(3, 2)
result = (
    net(torch.ones(1, 3))
    .data  # the values only
    .cpu()
    .numpy()
)
# output
import torch

net = torch.nn.Linear(3, 2)
result = (
    net(torch.ones(1, 3))
    .detach()  # the values only
    .cpu()
    .numpy()
)
