# device: emulate
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
torch.save({'mean': torch.randn(4).cuda(), 'net': nn.Linear(4, 2).cuda().state_dict()}, 'saved.pt')
saved = torch.load('saved.pt')  #!-
saved = torch.load('saved.pt', map_location='cpu')  #!+
net = nn.Linear(4, 2).cuda()
net.load_state_dict(saved['net'])
x = torch.randn(3, 4).cuda()
out = net(x - saved['mean'])
print('out %.4f' % out.sum().data)  #-
print('out %.4f' % out.sum().item())  #+
