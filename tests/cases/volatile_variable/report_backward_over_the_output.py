import torch
from torch.autograd import Variable


def step(net, x, y):
    x = Variable(x, volatile=True)
    out = net(x)
    loss = torch.nn.functional.mse_loss(out, y)
    loss.backward()
# findings
6: TFC203 report left line 9 runs backward
