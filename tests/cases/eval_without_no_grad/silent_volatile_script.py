import torch
from torch.autograd import Variable

net.eval()
for x, y in loader:
    out = net(Variable(x, volatile=True))
    print(out.argmax(1).tolist())
