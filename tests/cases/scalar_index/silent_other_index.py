import torch

criterion = torch.nn.MSELoss()
loss = criterion(torch.ones(3), torch.zeros(3))
print(loss[None], loss[...], loss.data[False])
