# flags: --unsafe-fixes
import torch

_ = model.eval()
score = model(x).mean().item()
# output
import torch

_ = model.eval()
with torch.no_grad():
    score = model(x).mean().item()
