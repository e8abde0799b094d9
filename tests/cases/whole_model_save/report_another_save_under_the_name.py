import torch

net = torch.nn.Linear(2, 1)
if small:
    torch.save(net.state_dict(), "net.pt")
else:
    torch.save(net, "net.pt")
net = torch.load("net.pt")
# findings
7: TFC502 report left line 5 saves something else under the same name
