import torch

loss = torch.nn.functional.mse_loss(torch.ones(3), torch.zeros(3))
print(loss.data.cpu().numpy()[0])
