import numpy as np
import torch

loss = torch.ones(3).mean()
assert isinstance(loss.numpy(), np.ndarray)
print(len(loss.numpy().shape), type(loss.numpy()))
