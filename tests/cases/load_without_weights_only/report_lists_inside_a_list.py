import numpy as np
import torch

parts = [[], []]
for i in range(4):
    parts[i % 2].append(np.zeros(3))
torch.save(parts, "parts.pt")
parts = torch.load("parts.pt")
# findings
8: TFC504 report left what `numpy.zeros` gives
