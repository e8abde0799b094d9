import torch

host = torch.device("cpu")
net = torch.nn.Linear(2, 2).cuda()
print(net.weight.to(host))
# output
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

host = torch.device("cpu")
net = torch.nn.Linear(2, 2).to(device)
print(net.weight.to(host))
