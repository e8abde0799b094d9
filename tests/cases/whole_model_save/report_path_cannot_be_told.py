import torch

from models import Net


def main(args):
    model = Net(args.hidden)
    model.train()
    list(model.parameters())
    torch.save(model, args.save)
    final = torch.load(args.checkpoint)
    final.eval()
    return final(args.x)
# findings
10: TFC502 report left line 11 may load it, from a path that cannot be told
