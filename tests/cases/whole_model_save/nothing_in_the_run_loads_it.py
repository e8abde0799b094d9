# flags: --unsafe-fixes
import torch

from models import Net


def main(out_path):
    model = Net()
    model.train()
    for parameter in model.parameters():
        parameter.data.zero_()
    torch.save(model, out_path)
# output
import torch

from models import Net


def main(out_path):
    model = Net()
    model.train()
    for parameter in model.parameters():
        parameter.data.zero_()
    torch.save(model.state_dict(), out_path)
