import torch

loss = torch.nn.functional.mse_loss(torch.ones(3), torch.zeros(3))
again = torch.tensor(loss.detach().numpy())
short = torch.tensor(loss.numpy(), dtype=torch.int32)
scaled = torch.ones(3) * loss.detach().numpy()
# output
import torch

loss = torch.nn.functional.mse_loss(torch.ones(3), torch.zeros(3))
again = torch.tensor(loss.item())
short = torch.tensor(loss.item(), dtype=torch.int32)
scaled = torch.ones(3) * loss.item()
