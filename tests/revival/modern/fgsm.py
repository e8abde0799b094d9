"""Adversarial examples by the sign of the gradient."""
from __future__ import print_function
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(24)
torch.cuda.manual_seed(24)
x = torch.rand(20, 5)
y = (x.sum(1) > 2.5).long()
net = nn.Sequential(nn.Linear(5, 10), nn.ReLU(), nn.Linear(10, 2))
optimizer = torch.optim.Adam(net.parameters(), lr=0.05)
for epoch in range(15):
    optimizer.zero_grad()
    loss = F.cross_entropy(net(x), y)
    loss.backward()
    optimizer.step()
print('trained %.4f' % loss.item())


def attack(images, labels, epsilon):
    inputs = images.clone().requires_grad_()
    cost = F.cross_entropy(net(inputs), labels)
    net.zero_grad()
    if inputs.grad is not None:
        inputs.grad.data.fill_(0)
    cost.backward()
    x_grad = torch.sign(inputs.grad.data)
    return torch.clamp(inputs.data + epsilon * x_grad, 0, 1)


for epsilon in (0, 0.05, 0.2):
    adversarial = attack(x, y, epsilon)
    output = net(adversarial)
    pred = output.data.max(1, keepdim=True)[1]
    correct = pred.eq(y.view_as(pred)).cpu().sum()
    print('epsilon %.2f accuracy %d/%d' % (epsilon, correct, len(x)))
