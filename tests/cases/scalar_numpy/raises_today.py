import json

import numpy as np
import torch

loss = torch.nn.functional.mse_loss(torch.ones(3), torch.zeros(3))
scores = torch.zeros(3)
print(round(loss.numpy(), 3), json.dumps(loss.numpy()))
scores[0] = loss.numpy()
scores.fill_(loss.numpy())
scaled = loss.numpy() * torch.ones(3)
clipped = scores.clamp(max=loss.numpy())
# output
import json

import numpy as np
import torch

loss = torch.nn.functional.mse_loss(torch.ones(3), torch.zeros(3))
scores = torch.zeros(3)
print(round(loss.item(), 3), json.dumps(loss.item()))
scores[0] = loss.item()
scores.fill_(loss.item())
scaled = loss.item() * torch.ones(3)
clipped = scores.clamp(max=loss.item())
