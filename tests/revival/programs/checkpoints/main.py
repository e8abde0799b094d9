import os
import time
import torch
import torch.nn as nn
from torch.autograd import Variable
from nets import Net

torch.manual_seed(17)
torch.cuda.manual_seed_all(17)
x = torch.rand(30, 4)
y = (x.sum(1, keepdim=True) > 2).float()


def save_checkpoint(model, optimizer, epoch, path='checkpoint.pth'):
    torch.save({'epoch': epoch, 'state_dict': model.state_dict(), 'optimizer': optimizer.state_dict()}, path)


def load_checkpoint(model, optimizer, path='checkpoint.pth'):
    checkpoint = torch.load(path, map_location=lambda storage, loc: storage)
    model.load_state_dict(checkpoint['state_dict'])
    optimizer.load_state_dict(checkpoint['optimizer'])
    return checkpoint['epoch']


def train(model, optimizer, epochs, start=0):
    criterion = nn.BCELoss(size_average=False)
    for epoch in xrange(start, start + epochs):
        begin = time.clock()
        inputs, targets = Variable(x.cuda()), Variable(y.cuda())
        optimizer.zero_grad()
        loss = criterion(model(inputs), targets)
        loss.backward()
        optimizer.step()
        assert time.clock() >= begin
        print('epoch %d loss %.4f' % (epoch, loss.data[0]))


model = Net(6).cuda()
optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
train(model, optimizer, 3)
save_checkpoint(model, optimizer, 3)
other = Net(6).cuda()
again = torch.optim.Adam(other.parameters(), lr=0.05)
start = load_checkpoint(other, again)
train(other, again, 2, start)
torch.save(other, 'final.pth')
final = torch.load('final.pth')
final.eval()
right = (final(Variable(x.cuda())).data > 0.5).float().eq(y.cuda()).sum()
print('right %d, size %s' % (right, os.path.getsize('final.pth') > 0))
