import torch


def run(loader):
  total = 0
  for x, y in loader:
    x = x.cuda()
    y = y.cuda(non_blocking=True)
    total = total + torch.dot(x, y)
  return total
# output
import torch


def run(loader):
  total = 0
  device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
  for x, y in loader:
    x = x.to(device)
    y = y.to(device, non_blocking=True)
    total = total + torch.dot(x, y)
  return total
