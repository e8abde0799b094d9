import torch
import torch.nn.functional as F

value_loss = F.mse_loss(torch.ones(2), torch.zeros(2))
print(value_loss.data[0][0], value_loss[0][0], value_loss.data.numpy()[0][0])
