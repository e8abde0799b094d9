import torch

net = torch.nn.Linear(2, 1)
torch.save(net.state_dict, "net.pt")
# findings
4: TFC502 report left write `.state_dict()`
