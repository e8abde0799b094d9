import torch

net = torch.nn.Linear(3, 2)
output = net(torch.ones(4, 3))
target = torch.zeros(4, dtype=torch.long)
guess = output.data.max(1)[1]
best = output.data.max(1)[0]
right = guess.eq((output.data * 2).view(-1)[:4])
same = best.eq(output.data.view_as(output)[:, 0])
print(guess, best, right, same)
# output
import torch

net = torch.nn.Linear(3, 2)
output = net(torch.ones(4, 3))
target = torch.zeros(4, dtype=torch.long)
guess = output.max(1)[1]
best = output.detach().max(1)[0]
right = guess.eq((output.detach() * 2).view(-1)[:4])
same = best.eq(output.detach().view_as(output)[:, 0])
print(guess, best, right, same)
