"""A small network learns from a large one."""
import argparse
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
from torch.autograd import Variable

parser = argparse.ArgumentParser()
parser.add_argument('--alpha', type=float, default=0.9)
parser.add_argument('--temperature', type=float, default=4)
parser.add_argument('--use_gpu', type=bool, default=True)
params = parser.parse_args()
torch.manual_seed(22)


def loss_fn_kd(outputs, labels, teacher_outputs, params):
    alpha = params.alpha
    T = params.temperature
    return nn.KLDivLoss()(F.log_softmax(outputs / T, dim=1), F.softmax(teacher_outputs / T, dim=1)) * (
        alpha * T * T) + F.cross_entropy(outputs, labels) * (1. - alpha)


class RunningAverage():
    def __init__(self):
        self.steps = 0
        self.total = 0

    def update(self, val):
        self.total += val
        self.steps += 1

    def __call__(self):
        return self.total / float(self.steps)


x = torch.rand(24, 6)
y = (x[:, 0] > x[:, 1]).long()
teacher = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 2))
student = nn.Sequential(nn.Linear(6, 4), nn.ReLU(), nn.Linear(4, 2))
if params.use_gpu:
    teacher, student = teacher.cuda(), student.cuda()
optimizer = optim.Adam(teacher.parameters(), lr=0.02)
for step in xrange(20):
    batch, labels = x, y
    if params.use_gpu:
        batch, labels = batch.cuda(async=True), labels.cuda(async=True)
    batch, labels = Variable(batch), Variable(labels)
    loss = F.cross_entropy(teacher(batch), labels)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print('teacher %.4f' % loss.data[0])

optimizer = optim.Adam(student.parameters(), lr=0.02)
teacher.eval()
for epoch in xrange(2):
    loss_avg = RunningAverage()
    for start in xrange(0, 24, 8):
        batch, labels = x[start:start + 8], y[start:start + 8]
        if params.use_gpu:
            batch, labels = batch.cuda(async=True), labels.cuda(async=True)
        teacher_batch = teacher(Variable(batch, volatile=True))
        teacher_batch = Variable(teacher_batch.data, requires_grad=False)
        batch, labels = Variable(batch), Variable(labels)
        loss = loss_fn_kd(student(batch), labels, teacher_batch, params)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        loss_avg.update(loss.data[0])
    print('epoch %d student %.4f' % (epoch, loss_avg()))
