# flags: --unsafe-fixes
import torch

frozen = model.eval()
score = frozen(x).mean().item()
# output
import torch

frozen = model.eval()
with torch.no_grad():
    score = frozen(x).mean().item()
