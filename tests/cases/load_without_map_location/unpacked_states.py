import torch


def restore(model, optimizer, path):
    model_state, optimizer_state, epoch = torch.load(path)
    model.load_state_dict(model_state)
    optimizer.load_state_dict(optimizer_state)
    return epoch
# output
import torch


def restore(model, optimizer, path):
    model_state, optimizer_state, epoch = torch.load(path, map_location="cpu")
    model.load_state_dict(model_state)
    optimizer.load_state_dict(optimizer_state)
    return epoch
