import torch

x = torch.ones(3).cuda()
y = torch.ones(3).type(torch.cuda.FloatTensor)
z = torch.cuda.FloatTensor(3)
print(x.new_zeros(3).numpy(), y.numpy(), z.numpy(), x.float().numpy(), x.type(torch.float64).numpy())
# output
import torch

x = torch.ones(3).cuda()
y = torch.ones(3).type(torch.cuda.FloatTensor)
z = torch.cuda.FloatTensor(3)
print(x.new_zeros(3).cpu().numpy(), y.cpu().numpy(), z.cpu().numpy(), x.float().cpu().numpy(), x.type(torch.float64).cpu().numpy())
