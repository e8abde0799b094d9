"""Everything that people put into checkpoints and how they read it back: maps, random states, statistics (1.x and 2.x)."""
import argparse
import collections
import os
import random
import tempfile

import numpy as np
import torch
import torch.nn as nn
from torch import load as torch_load

parser = argparse.ArgumentParser()
parser.add_argument('--epochs', type=int, default=4)
parser.add_argument('--save-dir', default=tempfile.mkdtemp())
parser.add_argument('--seed', type=int, default=77)


class Net(nn.Module):
    def __init__(self, n_in=6, width=16):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(n_in, width), nn.ReLU(), nn.Dropout(0.25))
        self.head = nn.Linear(width, 1)

    def forward(self, x):
        return self.head(self.body(x)).squeeze(1)


def save(path, net, optimizer, epoch, stats):
    torch.save({
        'epoch': epoch,
        'state_dict': net.state_dict(),
        'optimizer': optimizer.state_dict(),
        'mean': stats[0], 'std': stats[1],
        'torch_rng': torch.get_rng_state(),
        'cuda_rng': torch.cuda.get_rng_state_all() if torch.cuda.is_available() else [],
        'python_rng': random.getstate(),
        'history': collections.OrderedDict(epoch=epoch),
    }, path)


def train(net, optimizer, x, y, stats, device, start, stop):
    net.train()
    for epoch in range(start, stop):
        order = list(range(0, len(x), 16))
        random.shuffle(order)
        total = 0.0
        for i in order:
            inputs = (x[i:i + 16].to(device) - stats[0]) / stats[1]
            # noise drawn on the CPU, from the stream that the checkpoint keeps
            noise = torch.randn(inputs.shape).to(device)
            optimizer.zero_grad()
            loss = nn.functional.mse_loss(net(inputs + 0.05 * noise), y[i:i + 16].to(device))
            loss.backward()
            optimizer.step()
            total += loss.item()
        print('epoch %d loss %.7f' % (epoch, total / len(order)))


def main():
    args = parser.parse_args()
    random.seed(args.seed)
    torch.manual_seed(args.seed)
    device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')
    x = torch.randn(64, 6) * 3 + 1
    y = x[:, 0].sin() + x[:, 1] * 0.1
    stats = x.mean(0).to(device), x.std(0).to(device)
    net = Net().to(device)
    net.head.weight.data.mul_(0.5)
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    half = args.epochs // 2
    train(net, optimizer, x, y, stats, device, 0, half)
    path = os.path.join(args.save_dir, 'last.ckpt')
    save(path, net, optimizer, half, stats)
    train(net, optimizer, x, y, stats, device, half, args.epochs)

    # the random state has to be a tensor on the CPU, the statistics one where the data is
    ckpt = torch.load(path, map_location='cpu')
    again = Net().to(device)
    torch.set_rng_state(ckpt['torch_rng'])
    if ckpt['cuda_rng']:
        torch.cuda.set_rng_state_all(ckpt['cuda_rng'])
    random.setstate(ckpt['python_rng'])
    again.load_state_dict(ckpt['state_dict'])
    resumed = torch.optim.Adam(again.parameters(), lr=1e-2)
    resumed.load_state_dict(ckpt['optimizer'])
    train(again, resumed, x, y, (ckpt['mean'].to(device), ckpt['std'].to(device)), device, ckpt['epoch'], args.epochs)
    print('same weights: %s' % all(torch.equal(a, b) for a, b in zip(net.parameters(), again.parameters())))

    # second argument, function, dictionary, keyword in a dictionary, another name of the function
    weights = torch.load(path, lambda storage, loc: storage)['state_dict']
    mapped = torch.load(path, map_location={'cuda:1': 'cuda:0'})['state_dict']
    options = {'map_location': 'cpu'}
    kept = torch.load(path, **options)['state_dict']
    named = torch_load(path)['state_dict']
    where_it_was = torch.load(path, map_location=None)['state_dict']
    print('read: %d' % len({tuple(d) for d in (weights, mapped, kept, named, where_it_was)}))

    # used directly: it has to be where the rest is
    moments = torch.load(path)
    z = (x[:8].to(device) - moments['mean']) / moments['std']
    other = Net()
    other.load_state_dict(torch.load(path)['state_dict'], assign=True)
    other.eval()
    print('output %.6f on %s' % (other(z).sum().item(), str(next(other.parameters()).device.type == device.type)))
    np.save(os.path.join(args.save_dir, 'bias.npy'), again.head.bias.data.cpu().numpy())
    print('bias %.6f' % np.load(os.path.join(args.save_dir, 'bias.npy'))[0])


if __name__ == '__main__':
    main()
