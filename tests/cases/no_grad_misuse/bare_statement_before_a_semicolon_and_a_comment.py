# flags: --unsafe-fixes
import torch

net = torch.nn.Linear(3, 1)


def predict(x):
    # inference
    torch.no_grad();  # saves memory
    return net(x)
# output
import torch

net = torch.nn.Linear(3, 1)


def predict(x):
    # inference
    with torch.no_grad():  # saves memory
        return net(x)
