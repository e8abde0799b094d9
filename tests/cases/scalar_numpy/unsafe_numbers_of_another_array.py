import numpy as np
import torch

history = np.zeros(10, dtype=np.float32)
loss = torch.nn.functional.mse_loss(torch.ones(3), torch.zeros(3))
weights = history * loss.numpy()
