import torch
from torch.autograd import Variable

net = torch.nn.Linear(2, 1)
for batch in batches:
    x = Variable(batch, volatile=True)
    score = net(x).data[0]
    print(score)
