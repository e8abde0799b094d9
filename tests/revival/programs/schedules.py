"""How the learning rate goes down, and the accuracy up."""
import torch
import torch.nn as nn
from torch.optim.lr_scheduler import MultiStepLR, ReduceLROnPlateau, StepLR

torch.manual_seed(4)
x = torch.rand(24, 5)
y = x.sum(1, keepdim=True)
model = nn.Linear(5, 1)
nn.init.xavier_uniform(model.weight)
nn.init.constant(model.bias, 0)
criterion = nn.MSELoss(size_average=True)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scheduler = StepLR(optimizer, step_size=2, gamma=0.5, verbose=False)
for epoch in range(6):
    optimizer.zero_grad()
    loss = criterion(model(x), y)
    loss.backward()
    nn.utils.clip_grad_norm(model.parameters(), 1.0)
    optimizer.step()
    print('epoch %d lr %.4f loss %.4f' % (epoch, scheduler.get_lr()[0], loss.item()))
    scheduler.step()

optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
plateau = ReduceLROnPlateau(optimizer, 'min', factor=0.1, patience=0, threshold=0.5, verbose=True)
for epoch in range(4):
    optimizer.zero_grad()
    loss = criterion(model(x), y)
    loss.backward()
    optimizer.step()
    plateau.step(loss.item())
    print('epoch %d lr %.5f loss %.4f' % (epoch, optimizer.param_groups[0]['lr'], loss.item()))

steps = MultiStepLR(optimizer, milestones=[1, 2], gamma=0.5, last_epoch=-1, verbose=False)
optimizer.step()
steps.step()
print('%.6f' % optimizer.param_groups[0]['lr'])
