import torch

criterion = torch.nn.MSELoss(reduction="none")
loss = criterion(torch.ones(3), torch.zeros(3))
first = loss[0]
old = torch.nn.functional.mse_loss(torch.ones(3), torch.zeros(3), reduce=False)
print(first, old[0])
