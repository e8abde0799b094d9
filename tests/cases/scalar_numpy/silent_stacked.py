import numpy as np
import torch

loss = torch.nn.functional.mse_loss(torch.ones(3), torch.zeros(3))
row = np.expand_dims(loss.numpy(), 0)
rows = np.concatenate([row, np.atleast_1d(loss.numpy())])
np.save("loss.npy", loss.numpy())
