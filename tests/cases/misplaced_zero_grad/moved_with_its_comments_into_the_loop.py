# flags: --unsafe-fixes
import torch

net = torch.nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.ones(4, 3), torch.zeros(4, 1)
# start from clean gradients
opt.zero_grad()  # once
for step in range(9):
    # one step
    torch.nn.functional.mse_loss(net(x), y).backward()
    opt.step()
# output
import torch

net = torch.nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.ones(4, 3), torch.zeros(4, 1)
for step in range(9):
    # start from clean gradients
    opt.zero_grad()  # once
    # one step
    torch.nn.functional.mse_loss(net(x), y).backward()
    opt.step()
