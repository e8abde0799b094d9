# flags: --unsafe-fixes
import torch
from models import Net

net = Net('small',
          'fast')
net.train()
list(net.parameters())
torch.save(net, 'net.pt')
again = torch.load('net.pt')
# output
import torch
from models import Net

net = Net('small',
          'fast')
net.train()
list(net.parameters())
torch.save(net.state_dict(), 'net.pt')
again = Net('small', 'fast')
again.load_state_dict(torch.load('net.pt', map_location='cpu'))
