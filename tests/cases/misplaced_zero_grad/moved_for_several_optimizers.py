# flags: --unsafe-fixes
import torch

one, other = torch.nn.Linear(3, 1), torch.nn.Linear(3, 1)
opt = torch.optim.SGD(one.parameters(), lr=0.1)
opt2 = torch.optim.SGD(other.parameters(), lr=0.1)
x, y = torch.ones(4, 3), torch.zeros(4, 1)
opt.zero_grad(set_to_none=True)  # start from clean gradients
opt2.zero_grad()  # both
for step in range(9):
    torch.nn.functional.mse_loss(one(x), y).backward()
    opt.step()
    torch.nn.functional.mse_loss(other(x), y).backward()
    opt2.step()
# output
import torch

one, other = torch.nn.Linear(3, 1), torch.nn.Linear(3, 1)
opt = torch.optim.SGD(one.parameters(), lr=0.1)
opt2 = torch.optim.SGD(other.parameters(), lr=0.1)
x, y = torch.ones(4, 3), torch.zeros(4, 1)
for step in range(9):
    opt.zero_grad(set_to_none=True)  # start from clean gradients
    torch.nn.functional.mse_loss(one(x), y).backward()
    opt.step()
    opt2.zero_grad()  # both
    torch.nn.functional.mse_loss(other(x), y).backward()
    opt2.step()
