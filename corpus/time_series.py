"""Predicts waves with LSTM cells in double precision and LBFGS, then draws the future, as in an example of 2017."""
from __future__ import print_function

import numpy as np
import torch
import torch.nn as nn
import torch.optim as optim
from torch.autograd import Variable


class Clamp(torch.autograd.Function):
    """From the first version; nothing calls it any more."""
    def forward(self, x):
        self.save_for_backward(x)
        return x.clamp(-1, 1)


def hits_of(scores, targets, k=1):
    pred = torch.topk(scores, k, 1)[1].t()
    hits = pred.eq(targets.view(1, -1).expand_as(pred))
    torch.cuda.synchronize()
    return hits[:k].view(-1).float().sum(0)


def without_padding(scores, lengths):
    return scores.masked_fill(torch.LongTensor(lengths).gt(3).byte(), 0)


def digits(folder):
    from torchvision.transforms import Compose, Normalize, ToTensor
    from torchvision import datasets
    return datasets.MNIST(folder, transform=Compose([ToTensor(), Normalize((0.5, 0.5, 0.5), (0.5, 0.5, 0.5))]))

USE_CUDA = torch.cuda.is_available()


class Sequence(nn.Module):
    def __init__(self, hidden=10):
        super(Sequence, self).__init__()
        self.lstm1 = nn.LSTMCell(1, hidden)
        self.lstm2 = nn.LSTMCell(hidden, hidden)
        self.linear = nn.Linear(hidden, 1)
        self.hidden = hidden

    def init_state(self, input):
        # where the input is
        state = Variable(torch.zeros(input.size(0), self.hidden).double(), requires_grad=False)
        if input.is_cuda:
            state = state.cuda()
        return state

    def forward(self, input, future=0):
        outputs = []
        h_t, c_t, h_t2, c_t2 = (self.init_state(input) for _ in range(4))
        for input_t in input.chunk(input.size(1), dim=1):
            h_t, c_t = self.lstm1(input_t, (h_t, c_t))
            h_t2, c_t2 = self.lstm2(h_t, (h_t2, c_t2))
            output = self.linear(h_t2)
            outputs += [output]
        for i in range(future):  # if we should predict the future
            h_t, c_t = self.lstm1(output, (h_t, c_t))
            h_t2, c_t2 = self.lstm2(h_t, (h_t2, c_t2))
            output = self.linear(h_t2)
            outputs += [output]
        return torch.stack(outputs, 1).squeeze(2)


def generate_sine_wave_data(n, length, period):
    rng = np.random.RandomState(2)
    x = np.arange(length) + rng.randint(-4 * period, 4 * period, n).reshape(n, 1)
    return np.sin(x / 1.0 / period).astype('float64')


def draw(y, n):
    """A picture for those who have no window."""
    print(''.join(' .:-=+*#'[min(7, max(0, int(4 * v + 4)))] for v in y[:n]) + '|' +
          ''.join(' .:-=+*#'[min(7, max(0, int(4 * v + 4)))] for v in y[n:]))


if __name__ == '__main__':
    np.random.seed(0)
    torch.manual_seed(0)
    data = generate_sine_wave_data(8, 16, 3)
    input = Variable(torch.from_numpy(data[3:, :-1]), requires_grad=False)
    target = Variable(torch.from_numpy(data[3:, 1:]), requires_grad=False)
    test_input = Variable(torch.from_numpy(data[:3, :-1]), requires_grad=False)
    test_target = Variable(torch.from_numpy(data[:3, 1:]), requires_grad=False)
    seq = Sequence()
    seq.double()
    criterion = nn.MSELoss()
    if USE_CUDA:
        seq.cuda()
        input, target, test_input, test_target = input.cuda(), target.cuda(), test_input.cuda(), test_target.cuda()
    # all data in every step
    optimizer = optim.LBFGS(seq.parameters(), lr=0.5, max_iter=4)
    for i in range(3):
        print('STEP: ', i)

        def closure():
            optimizer.zero_grad()
            out = seq(input)
            loss = criterion(out, target)
            loss.backward()
            return loss

        loss = optimizer.step(closure)
        print('loss: %.6f' % loss.data.cpu().numpy())
        # begin to predict, no need to track gradients here
        with torch.no_grad():
            future = 8
            pred = seq(test_input, future=future)
            loss = criterion(pred[:, :-future], test_target)
            print('test loss: %.6f' % loss.item())
            y = pred.numpy()
        draw(y[0], input.size(1))
    steps = seq(test_input[:1]).data - test_target[:1]
    print('largest error: %.5f' % steps.abs().max().item())
