import torch

from models import Net


def main(out_path):
    model = Net()
    model.train()
    for parameter in model.parameters():
        parameter.data.zero_()
    torch.save(model, out_path)
# findings
11: TFC502 report left nothing in this file loads it
