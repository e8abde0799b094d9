import numpy as np
import torch

history = np.zeros(10)
loss = torch.nn.functional.mse_loss(torch.ones(3), torch.zeros(3))
history[3] = loss.data.cpu().numpy()
if np.isnan(loss.detach().cpu().numpy()) or np.isfinite(loss.numpy()):
    raise ValueError(np.float64(loss.numpy()))
weights = np.ones(3) * loss.numpy()
# output
import numpy as np
import torch

history = np.zeros(10)
loss = torch.nn.functional.mse_loss(torch.ones(3), torch.zeros(3))
history[3] = loss.item()
if np.isnan(loss.item()) or np.isfinite(loss.item()):
    raise ValueError(np.float64(loss.item()))
weights = np.ones(3) * loss.item()
