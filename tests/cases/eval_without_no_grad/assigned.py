# flags: --unsafe-fixes
import torch

model = model.eval()
score = model(x).mean().item()
# output
import torch

model = model.eval()
with torch.no_grad():
    score = model(x).mean().item()
