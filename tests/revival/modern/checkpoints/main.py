import os
import time
import torch
import torch.nn as nn
from nets import Net

torch.manual_seed(17)
torch.cuda.manual_seed_all(17)
x = torch.rand(30, 4)
y = (x.sum(1, keepdim=True) > 2).float()


def save_checkpoint(model, optimizer, epoch, path='checkpoint.pth'):
    torch.save({'epoch': epoch, 'state_dict': model.state_dict(), 'optimizer': optimizer.state_dict()}, path)


def load_checkpoint(model, optimizer, path='checkpoint.pth'):
    checkpoint = torch.load(path)
    model.load_state_dict(checkpoint['state_dict'])
    optimizer.load_state_dict(checkpoint['optimizer'])
    return checkpoint['epoch']


def train(model, optimizer, epochs, start=0):
    criterion = nn.BCELoss(reduction='sum')
    for epoch in range(start, start + epochs):
        begin = time.perf_counter()
        inputs, targets = x, y
        optimizer.zero_grad()
        loss = criterion(model(inputs), targets)
        loss.backward()
        optimizer.step()
        assert time.perf_counter() >= begin
        print('epoch %d loss %.4f' % (epoch, loss.item()))


model = Net(6)
optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
train(model, optimizer, 3)
save_checkpoint(model, optimizer, 3)
other = Net(6)
again = torch.optim.Adam(other.parameters(), lr=0.05)
start = load_checkpoint(other, again)
train(other, again, 2, start)
torch.save(other.state_dict(), 'final.pth')
final = Net(6)
final.load_state_dict(torch.load('final.pth'))
final.eval()
right = (final(x).data > 0.5).float().eq(y).sum()
print('right %d, size %s' % (right, os.path.getsize('final.pth') > 0))
