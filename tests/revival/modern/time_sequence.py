"""The next values of a sine wave, by L-BFGS."""
from __future__ import print_function
import numpy as np
import torch
import torch.nn as nn
import torch.optim as optim


class Sequence(nn.Module):
    def __init__(self):
        super(Sequence, self).__init__()
        self.lstm1 = nn.LSTMCell(1, 6)
        self.linear = nn.Linear(6, 1)

    def forward(self, input, future=0):
        outputs = []
        h_t = torch.zeros(input.size(0), 6).double()
        c_t = torch.zeros(input.size(0), 6).double()
        for i, input_t in enumerate(input.chunk(input.size(1), dim=1)):
            h_t, c_t = self.lstm1(input_t, (h_t, c_t))
            output = self.linear(h_t)
            outputs += [output]
        for i in range(future):
            h_t, c_t = self.lstm1(output, (h_t, c_t))
            output = self.linear(h_t)
            outputs += [output]
        return torch.stack(outputs, 1).squeeze(2)


np.random.seed(0)
torch.manual_seed(0)
x = np.empty((4, 12), 'int64')
x[:] = np.array(range(12)) + np.random.randint(-4, 4, 4).reshape(4, 1)
data = np.sin(x / 1.0 / 2).astype('float64')
input = torch.from_numpy(data[1:, :-1])
target = torch.from_numpy(data[1:, 1:])
test_input = torch.from_numpy(data[:1, :-1])
seq = Sequence()
seq.double()
criterion = nn.MSELoss()
optimizer = optim.LBFGS(seq.parameters(), lr=0.5, max_iter=2)
for i in range(2):
    def closure():
        optimizer.zero_grad()
        out = seq(input)
        loss = criterion(out, target)
        print('loss: %.5f' % loss.item())
        loss.backward()
        return loss
    optimizer.step(closure)
    pred = seq(test_input, future=3)
    y = pred.data.numpy()
    print('future: %s' % ' '.join('%.4f' % v for v in y[0, -3:]))
