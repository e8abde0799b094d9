# flags: --unsafe-fixes
import torch
from torch import nn
from torch.autograd import Variable

generator, critic = nn.Linear(2, 2), nn.Linear(2, 1)
noise = Variable(torch.randn(3, 2), volatile=True)
fake = generator(noise).detach()
loss = critic(fake).mean()
loss.backward()
# output
import torch
from torch import nn
from torch.autograd import Variable

generator, critic = nn.Linear(2, 2), nn.Linear(2, 1)
noise = Variable(torch.randn(3, 2))
with torch.no_grad():
    fake = generator(noise).detach()
loss = critic(fake).mean()
loss.backward()
