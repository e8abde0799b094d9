# path: lib.py
# other: main.py
#| import torch
#| from lib import restore as again
#| net, state = again(torch.nn.Linear(2, 1), "ck.pt")
#| print(torch.ones(2).cuda() - state["mean"])
import torch


def restore(model, path):
    state = torch.load(path)
    model.load_state_dict(state["model"])
    return model, state


def rebuild(model, path):
    model, _ = restore(model, path)
    return model
