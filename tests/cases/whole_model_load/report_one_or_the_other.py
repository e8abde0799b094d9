import torch
from torch import nn

PATH = "./models/net.pt"


def train():
    net = nn.Linear(2, 1)
    torch.save(net, PATH)
    return net


net = torch.load(PATH) if USE_PRETRAINED else train()
# findings
13: TFC503 report left line 13 uses what it loads on the spot
