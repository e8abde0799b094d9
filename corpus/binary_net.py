"""Weights of one bit: an autograd Function with a straight-through gradient, and real weights kept aside during the step."""
import argparse

import numpy
import torch
import torch.nn as nn
import torch.optim as optim
from torch.autograd import Function, Variable

parser = argparse.ArgumentParser(description='XNOR on a line of bits')
parser.add_argument('--epochs', type=int, default=4, metavar='N')
parser.add_argument('--lr', type=float, default=0.02, metavar='LR')
parser.add_argument('--arch', action='store', default='BitNet')
parser.add_argument('--cpu', action='store_true', help='set if only CPU is available')
args = parser.parse_args()
args.cuda = not args.cpu and torch.cuda.is_available()
torch.manual_seed(1)


class BinActive(Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return input.sign()

    @staticmethod
    def backward(ctx, grad_output):
        input, = ctx.saved_tensors
        grad_input = grad_output.clone()
        grad_input[input.ge(1)] = 0
        grad_input[input.le(-1)] = 0
        return grad_input


class BinLinear(nn.Module):
    def __init__(self, n_in, n_out):
        super(BinLinear, self).__init__()
        self.bn, self.linear = nn.BatchNorm1d(n_in, eps=1e-4, momentum=0.1), nn.Linear(n_in, n_out)
        self.bn.weight.data = self.bn.weight.data.zero_().add(1.0)

    def forward(self, x):
        return self.linear(BinActive.apply(self.bn(x)))


class BitNet(nn.Module):
    def __init__(self):
        super(BitNet, self).__init__()
        self.layers = nn.Sequential(nn.Linear(12, 24), BinLinear(24, 24), BinLinear(24, 2))

    def forward(self, x):
        return self.layers(x)


class BinOp(object):
    """Takes the middle layers' weights to +-alpha before the forward pass, and back after the backward pass."""

    def __init__(self, model):
        linears = [m for m in model.modules() if isinstance(m, nn.Linear)]
        self.target_modules = [m.weight for m in linears[1:]]
        self.saved_params = [w.data.clone() for w in self.target_modules]

    def binarization(self):
        for index, w in enumerate(self.target_modules):
            # centred, clipped, kept, then one bit and a scale per row
            w.data = w.data.sub(w.data.mean(1, keepdim=True))
            w.data.clamp_(-1.0, 1.0)
            self.saved_params[index].copy_(w.data)
            n = w.data[0].nelement()
            m = w.data.norm(1, 1, keepdim=True).div(n).expand(w.data.size())
            w.data = w.data.sign().mul(m)

    def restore(self):
        for index, w in enumerate(self.target_modules):
            w.data.copy_(self.saved_params[index])

    def update_gradient(self):
        for w in self.target_modules:
            m = w.data.norm(1, 1, keepdim=True).div(w.data[0].nelement()).expand(w.data.size()).clone()
            m[w.data.lt(-1.0)] = 0
            m[w.data.gt(1.0)] = 0
            w.grad.data = w.grad.data.mul(m).mul(1.0 + 1.0 / w.size(0))


model = BitNet()
if args.cuda:
    model.cuda()
bin_op = BinOp(model)
optimizer = optim.Adam(model.parameters(), lr=args.lr, weight_decay=1e-5)
criterion = nn.CrossEntropyLoss()
bits = (torch.rand(160, 12) > 0.5).float()
wanted = (bits[:, :4].sum(1) > bits[:, 4:8].sum(1)).long()


def train(epoch):
    model.train()
    for i in range(0, 128, 32):
        data, target = bits[i:i + 32] * 2 - 1, wanted[i:i + 32]
        if args.cuda:
            data, target = data.cuda(), target.cuda()
        data, target = Variable(data), Variable(target)
        optimizer.zero_grad()
        bin_op.binarization()
        loss = criterion(model(data), target)
        loss.backward()
        bin_op.restore()
        bin_op.update_gradient()
        optimizer.step()
    print('epoch %d loss %.6f weights %s' % (epoch, loss.data.cpu().numpy(), numpy.abs(bin_op.saved_params[0].cpu().numpy()).mean()))


for epoch in range(args.epochs):
    train(epoch)
bin_op.binarization()
model.eval()
output = model(Variable(bits[128:].cuda() if args.cuda else bits[128:]))
bin_op.restore()
print('right: %d of 32' % output.data.cpu().max(1)[1].eq(wanted[128:]).sum())
