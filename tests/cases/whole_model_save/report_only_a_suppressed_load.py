import torch

net = torch.nn.Linear(2, 1)
torch.save(net, "net.pt")
net = torch.load("net.pt")  # noqa: TFC503
# findings
4: TFC502 report left line 5 is to stay as it is
