"""DataParallel over a list of GPUs from the command line, workers and pinned memory, checkpoints without `module.`."""
import argparse
import os
import tempfile
from collections import OrderedDict

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, Dataset

parser = argparse.ArgumentParser()
parser.add_argument('--gpus', type=str, default='0', help='comma separated')
parser.add_argument('--workers', type=int, default=1)
parser.add_argument('--max-epochs', type=int, default=2)
parser.add_argument('--batch-size', type=int, default=20)


class RandomDataset(Dataset):
    def __init__(self, length, size=6):
        g = torch.Generator().manual_seed(77)
        self.data = torch.randn(length, size, generator=g)
        self.labels = (self.data[:, 0] * self.data[:, 1] > 0).long()

    def __getitem__(self, index):
        return {'features': self.data[index], 'label': self.labels[index]}

    def __len__(self):
        return len(self.data)


class Model(nn.Module):
    def __init__(self, input_size, output_size):
        super(Model, self).__init__()
        self.fc1 = nn.Linear(input_size, 32)
        self.bn = nn.BatchNorm1d(32)
        self.fc2 = nn.Linear(32, output_size)

    def forward(self, input):
        return self.fc2(F.relu(self.bn(self.fc1(input))))


def strip_prefix(state_dict):
    """As saved by a DataParallel -> as a plain model wants it."""
    return OrderedDict((k[len('module.'):] if k.startswith('module.') else k, v) for k, v in state_dict.items())


def move_to_gpu(batch):
    return {k: v.cuda(non_blocking=True) for k, v in batch.items()}


def main():
    args = parser.parse_args()
    torch.manual_seed(7)
    gpus = [int(g) for g in args.gpus.split(',')]
    folder = tempfile.mkdtemp()
    loaders = {
        phase: DataLoader(RandomDataset(n), batch_size=args.batch_size, shuffle=phase == 'train', num_workers=args.workers,
                          pin_memory=torch.cuda.is_available())
        for phase, n in (('train', 160), ('val', 80))}

    model = Model(6, 2)
    if torch.cuda.is_available():
        # the parameters have to be where the first of the list is
        model = nn.DataParallel(model, device_ids=gpus).cuda(gpus[0])
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)

    best_loss = 1e9
    for epoch in range(args.max_epochs):
        for phase in ['train', 'val']:
            model.train(phase == 'train')
            running_loss, running_corrects = 0.0, 0
            for batch in loaders[phase]:
                if torch.cuda.is_available():
                    batch = move_to_gpu(batch)
                optimizer.zero_grad()
                outputs = model(batch['features'])
                _, preds = torch.max(outputs.data, 1)
                loss = criterion(outputs, batch['label'])
                if phase == 'train':
                    loss.backward()
                    optimizer.step()
                running_loss += loss.item() * batch['label'].size(0)
                running_corrects += torch.sum(preds == batch['label'].data)
            size = len(loaders[phase].dataset)
            epoch_loss = running_loss / size
            print('{} {} loss {:.6f} acc {:.4f}'.format(epoch, phase, epoch_loss, running_corrects.double().item() / size))
            if phase == 'val' and epoch_loss < best_loss:
                best_loss = epoch_loss
                torch.save({'net': model.state_dict(), 'best_loss': best_loss}, os.path.join(folder, 'best.pth'))

    best = torch.load(os.path.join(folder, 'best.pth'))
    single = Model(6, 2)
    single.load_state_dict(strip_prefix(best['net']))
    single.eval()
    example = RandomDataset(3).data
    print('best %.6f, output %.6f' % (best['best_loss'], single(example).data.abs().sum()))


if __name__ == '__main__':
    main()
