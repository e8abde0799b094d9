# flags: --unsafe-fixes
import torch

net = torch.nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.ones(4, 3), torch.zeros(4, 1)
for step in range(9):
    loss = torch.nn.functional.mse_loss(net(x), y)
    loss.backward()
    opt.zero_grad(); opt.step()  # learn
# output
import torch

net = torch.nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.ones(4, 3), torch.zeros(4, 1)
for step in range(9):
    loss = torch.nn.functional.mse_loss(net(x), y)
    opt.zero_grad()
    loss.backward()
    opt.step()  # learn
