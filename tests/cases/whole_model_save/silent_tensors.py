import torch

x = torch.zeros(3)
torch.save(x, "x.pt")
torch.save((x, x + 1), "pair.pt")
torch.save([x, {"y": x}], "list.pt")
