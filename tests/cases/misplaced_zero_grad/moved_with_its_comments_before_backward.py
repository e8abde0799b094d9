# flags: --unsafe-fixes
import torch

net = torch.nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.ones(4, 3), torch.zeros(4, 1)
for step in range(9):
    loss = torch.nn.functional.mse_loss(net(x), y)
    # compute them
    loss.backward()
    # forget the old ones,
    # which would add up
    opt.zero_grad(
        set_to_none=True,  # saves memory
    )  # here
    # learn
    opt.step()
# output
import torch

net = torch.nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.ones(4, 3), torch.zeros(4, 1)
for step in range(9):
    loss = torch.nn.functional.mse_loss(net(x), y)
    # forget the old ones,
    # which would add up
    opt.zero_grad(
        set_to_none=True,  # saves memory
    )  # here
    # compute them
    loss.backward()
    # learn
    opt.step()
