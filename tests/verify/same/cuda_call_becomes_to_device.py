# device: emulate
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')  #+
net = nn.Linear(4, 2).cuda()  #-
net = nn.Linear(4, 2).to(device)  #+
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.randn(16, 4).cuda()  #-
x = torch.randn(16, 4).to(device)  #+
y = torch.randint(0, 2, (16,)).cuda()  #-
y = torch.randint(0, 2, (16,)).to(device)  #+
for step in range(3):
    loss = F.cross_entropy(net(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print('loss %.4f' % loss.data.item())  #-
print('loss %.4f' % loss.item())  #+
