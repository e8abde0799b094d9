# flags: --unsafe-fixes
import torch

net = torch.nn.Linear(2, 1)
state = {"epoch": 3}
state["net"] = net
torch.save(state, "all.pt")


def resume():
    checkpoint = torch.load("all.pt")
    model = checkpoint["net"]
    return model, checkpoint["epoch"]
# output
import torch

net = torch.nn.Linear(2, 1)
state = {"epoch": 3}
state["net"] = net.state_dict()
torch.save(state, "all.pt")


def resume():
    checkpoint = torch.load("all.pt")
    model = torch.nn.Linear(2, 1)
    model.load_state_dict(checkpoint["net"])
    return model, checkpoint["epoch"]
