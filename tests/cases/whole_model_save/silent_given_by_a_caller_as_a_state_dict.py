import torch


def save_checkpoint(state, is_best, filename="checkpoint.pth.tar"):
    torch.save(state, filename)


model = torch.nn.Linear(2, 1)
save_checkpoint({"epoch": 1, "state_dict": model.state_dict()}, False)
