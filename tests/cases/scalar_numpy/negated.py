import torch

loss = torch.nn.functional.mse_loss(torch.ones(3), torch.zeros(3))
print("score %.2f" % -loss.data.numpy(), f"{-loss.numpy():.3f}", float(-loss.numpy()))
# output
import torch

loss = torch.nn.functional.mse_loss(torch.ones(3), torch.zeros(3))
print("score %.2f" % -loss.item(), f"{-loss.item():.3f}", float(-loss.item()))
# findings
4: TFC801 safe fixed
4: TFC801 safe fixed
4: TFC801 safe fixed
