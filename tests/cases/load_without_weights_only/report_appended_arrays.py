import numpy as np
import torch

losses = []
for i in range(3):
    losses.append(np.float64(i))
torch.save(losses, "losses.pt")
losses = torch.load("losses.pt")
# findings
8: TFC504 report left what `numpy.float64` gives
