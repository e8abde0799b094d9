import torch
import torch.nn.functional as F

loss = F.mse_loss(torch.ones(2), torch.zeros(2))
if loss.data[0] > 100000:
    print("diverging", {"loss": loss.data[0]}, [{"loss": loss.data[0]} for _ in range(3)])
# output
import torch
import torch.nn.functional as F

loss = F.mse_loss(torch.ones(2), torch.zeros(2))
if loss.item() > 100000:
    print("diverging", {"loss": loss.item()}, [{"loss": loss.item()} for _ in range(3)])
