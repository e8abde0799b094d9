import torch

batch = [torch.zeros(3)]
batch = list(map(lambda t: t.cuda(), batch))
moved = map(torch.Tensor.cuda, batch)
# output
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

batch = [torch.zeros(3)]
batch = list(map(lambda t: t.to(device), batch))
moved = map(torch.Tensor.cuda, batch)
# findings
4: TFC301 safe fixed
5: TFC301 report left passed on
