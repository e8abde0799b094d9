# imported-by-others
import torch


def save(model, path):
    torch.save(model, path)


net = torch.nn.Linear(2, 1)
save(net, "net.pt")
net = torch.load("net.pt")
# findings
5: TFC502 report left other files of this run may call the function of line 5
