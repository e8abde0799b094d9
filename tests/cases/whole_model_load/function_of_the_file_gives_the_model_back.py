# flags: --unsafe-fixes
import torch

from models import Net


def fit(model, epochs):
    model.train()
    for epoch in range(epochs):
        step(model.parameters())
    return model


net = Net(3)
net = fit(net, 10)
torch.save(net, "net.pt")
again = torch.load("net.pt")
again.eval()
# output
import torch

from models import Net


def fit(model, epochs):
    model.train()
    for epoch in range(epochs):
        step(model.parameters())
    return model


net = Net(3)
net = fit(net, 10)
torch.save(net.state_dict(), "net.pt")
again = Net(3)
again.load_state_dict(torch.load("net.pt", map_location="cpu"))
again.eval()
