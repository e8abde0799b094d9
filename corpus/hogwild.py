"""Workers that share a model in memory, started by torch.multiprocessing; the test runs on the GPU of the parent (2017)."""
from __future__ import print_function
import argparse

import torch
import torch.multiprocessing as mp
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
from torch.autograd import Variable

parser = argparse.ArgumentParser(description='Hogwild on shapes')
parser.add_argument('--batch-size', type=int, default=16, metavar='N')
parser.add_argument('--epochs', type=int, default=2, metavar='N')
parser.add_argument('--lr', type=float, default=0.1, metavar='LR')
parser.add_argument('--momentum', type=float, default=0.5, metavar='M')
parser.add_argument('--seed', type=int, default=1, metavar='S')
parser.add_argument('--num-processes', type=int, default=2, metavar='N', help='how many training processes to use')


class Net(nn.Module):
    def __init__(self):
        super(Net, self).__init__()
        self.fc1, self.fc2 = nn.Linear(16, 24), nn.Linear(24, 3)
        self.fc1.weight.data.normal_(0, 0.3)
        self.fc1.bias.data.zero_()

    def forward(self, x):
        x = F.dropout(F.relu(self.fc1(x)), 0.1, training=self.training)
        return F.log_softmax(self.fc2(x), dim=1)


def shapes(n, seed):
    """Lines, crosses and squares of four by four pixels."""
    kinds = torch.tensor([[0, 1, 0, 0] * 4, [1, 0, 0, 1, 0, 1, 1, 0, 0, 1, 1, 0, 1, 0, 0, 1],
                          [1, 1, 1, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 1, 1, 1]]).float()
    g = torch.Generator().manual_seed(seed)
    target = torch.randint(0, 3, (n,), generator=g)
    return kinds[target] + torch.randn(n, 16, generator=g) * 0.4, target


def train(rank, args, model, turn, done):
    """One after the other, so that the result is the same every time."""
    turn.wait()
    torch.manual_seed(args.seed + rank)
    torch.set_num_threads(1)
    optimizer = optim.SGD(model.parameters(), lr=args.lr, momentum=args.momentum)
    images, target = shapes(96, rank)
    for epoch in range(1, args.epochs + 1):
        model.train()
        for i in range(0, len(images), args.batch_size):
            data, wanted = Variable(images[i:i + args.batch_size]), Variable(target[i:i + args.batch_size])
            optimizer.zero_grad()
            loss = F.nll_loss(model(data), wanted)
            loss.backward()
            optimizer.step()
    done.set()


def test(model):
    """In the parent, on a copy: the workers must not see a GPU before they start."""
    copy = Net()
    copy.load_state_dict(model.state_dict())
    copy.cuda()
    copy.eval()
    images, target = shapes(60, 99)
    output = copy(Variable(images).cuda())
    loss = F.nll_loss(output, Variable(target).cuda())
    hits = output.data.max(1)[1].eq(target.cuda()).cpu().sum()
    print('test loss %.6f, %d of 60 right' % (loss.item(), hits))


if __name__ == '__main__':
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    model = Net()
    model.share_memory()  # gradients are allocated lazily, so they are not shared here
    context = mp.get_context('fork')
    events = [context.Event() for _ in range(args.num_processes + 1)]
    processes = []
    for rank in range(args.num_processes):
        p = context.Process(target=train, args=(rank, args, model, events[rank], events[rank + 1]))
        p.start()
        processes.append(p)
    events[0].set()
    for p in processes:
        p.join()
    test(model)
