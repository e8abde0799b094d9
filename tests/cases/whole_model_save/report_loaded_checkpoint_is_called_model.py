import torch

model = torch.load(src, map_location="cpu")
model["optim"] = None
torch.save(model, dst)
# findings
5: TFC502 report left line 4 takes it for a dictionary
