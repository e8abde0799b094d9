import torch

for episode in range(9):
    state, reward, done, info = env.step(action)
    scheduler.step()
    loss = net(state).sum()
    loss.backward()
    for p in net.parameters():
        p.data.add_(p.grad, alpha=-0.1)
        p.grad.zero_()
