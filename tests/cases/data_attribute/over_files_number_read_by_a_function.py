# other: tools.py
#| def item(tensor):
#|     if hasattr(tensor, "item"):
#|         return tensor.item()
#|     if hasattr(tensor, "__getitem__"):
#|         return tensor[0]
#|     return tensor
#|
#|
#| def number(x):
#|     return x.item() if hasattr(x, "item") else x
import torch
import tools


def step(model: torch.nn.Linear, x):
    loss = model(x).sum()
    loss.backward()
    return {"loss": tools.item(loss.data), "again": tools.number(loss.data)}
# output
import torch
import tools


def step(model: torch.nn.Linear, x):
    loss = model(x).sum()
    loss.backward()
    return {"loss": tools.item(loss.detach()), "again": tools.number(loss.detach())}
