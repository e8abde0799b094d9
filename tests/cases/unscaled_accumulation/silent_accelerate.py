import torch

criterion = torch.nn.CrossEntropyLoss()
from accelerate import Accelerator

accelerator = Accelerator(gradient_accumulation_steps=4)
for i, (x, y) in enumerate(loader):
    accelerator.backward(criterion(net(x), y))
    if (i + 1) % 4 == 0:
        optimizer.step()
        optimizer.zero_grad()
