# flags: --unsafe-fixes
import torch

score = model.eval()(x).mean().item()
# output
import torch

with torch.no_grad():
    score = model.eval()(x).mean().item()
