import torch

model = torch.nn.Linear(3, 1)
lr = 0.1
for x in torch.ones(4, 1, 3):
    loss = model(x).sum()
    model.zero_grad()
    loss.backward()
    for p in model.parameters():
        p.data -= lr * p.grad.data
# output
import torch

model = torch.nn.Linear(3, 1)
lr = 0.1
for x in torch.ones(4, 1, 3):
    loss = model(x).sum()
    model.zero_grad()
    loss.backward()
    for p in model.parameters():
        p.detach().sub_(lr * p.grad)
