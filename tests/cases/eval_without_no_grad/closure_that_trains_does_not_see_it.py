# flags: --unsafe-fixes
import torch


def main():
    def closure():
        opt.zero_grad()
        loss = (net(x) - wanted).pow(2).mean()
        loss.backward()
        return loss

    net.eval()
    wanted = reference(x)
    first = net(x).mean().item()
    opt.step(closure)
    print(first)
# output
import torch


def main():
    def closure():
        opt.zero_grad()
        loss = (net(x) - wanted).pow(2).mean()
        loss.backward()
        return loss

    net.eval()
    wanted = reference(x)
    with torch.no_grad():
        first = net(x).mean().item()
    opt.step(closure)
    print(first)
