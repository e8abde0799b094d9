import torch


def show(name, value):
    print("%s: %.3f" % (name, value))


def main():
    def read(x):
        return x.mean().numpy()

    loss = torch.nn.functional.mse_loss(torch.ones(3), torch.zeros(3))
    show("loss", loss.data.cpu().numpy())
    print("%.3f" % read(torch.ones(3)))
# output
import torch


def show(name, value):
    print("%s: %.3f" % (name, value))


def main():
    def read(x):
        return x.mean().item()

    loss = torch.nn.functional.mse_loss(torch.ones(3), torch.zeros(3))
    show("loss", loss.item())
    print("%.3f" % read(torch.ones(3)))
