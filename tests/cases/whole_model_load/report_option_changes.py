import torch

from models import Net


def main(args):
    model = Net(args.size)
    model.train()
    list(model.parameters())
    torch.save(model, "net.pt")
    args.size = 4
    best = torch.load("net.pt")
# findings
12: TFC503 report left `args.size` in its constructor call changes
