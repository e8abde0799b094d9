import torch

x = torch.zeros(3)
x = x.cuda()
y = x.to("cpu")
print(x.cpu())
z = [x.cpu()]
