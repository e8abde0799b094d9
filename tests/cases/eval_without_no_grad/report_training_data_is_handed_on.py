import torch
from engine import one_pass

net.eval()
for epoch in range(10):
    one_pass(train_loader)
    print(net(x).argmax(1).tolist())
