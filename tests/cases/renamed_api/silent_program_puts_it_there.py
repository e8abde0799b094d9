import numpy as np
import torch

np.float = float
x = torch.from_numpy(np.zeros(3, dtype=np.float))
