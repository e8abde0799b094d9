import torch

criterion = torch.nn.MSELoss()
loss = criterion(torch.ones(3), torch.zeros(3))
print("loss %.3f" % loss.data[0])
total = float(loss.data.cpu()[0])
