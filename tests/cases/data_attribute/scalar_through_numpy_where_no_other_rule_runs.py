import torch

criterion = torch.nn.MSELoss()
loss = criterion(torch.ones(3), torch.zeros(3))
print("loss %.3f" % loss.data.cpu().numpy())
print("loss %s" % loss.data.cpu().numpy(), loss.data.cpu().numpy()[0])
value = loss.data.numpy().astype("float64")
# output
import torch

criterion = torch.nn.MSELoss()
loss = criterion(torch.ones(3), torch.zeros(3))
print("loss %.3f" % loss.cpu().numpy())
print("loss %s" % loss.cpu().numpy(), loss.cpu().numpy()[0])
value = loss.numpy().astype("float64")
