import torch


class Wrapper:
    def __init__(self, optimizer):
        self.optimizer = optimizer

    def step_and_update(self):
        self.optimizer.step()
        self.optimizer.zero_grad()


wrapped = Wrapper(optimizer)
for x, y in loader:
    loss = criterion(net(x), y)
    loss.backward()
    wrapped.step_and_update()
