# flags: --unsafe-fixes
import torch


def keep(model, path):
    model.eval()
    for parameter in model.parameters():
        print(parameter.shape)
    torch.save(model, path)
# output
import torch


def keep(model, path):
    model.eval()
    for parameter in model.parameters():
        print(parameter.shape)
    torch.save(model.state_dict(), path)
