"""An entry to a competition in its last night: folds, accumulated gradients, cleaning up by hand, losses kept as they come."""
import argparse
import gc
import os
import tempfile

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, Dataset

parser = argparse.ArgumentParser()
parser.add_argument("--folds", type=int, default=2)
parser.add_argument("--epochs", type=int, default=2)
parser.add_argument("--accum", type=int, default=2)
parser.add_argument("--out", default=tempfile.mkdtemp())
args = parser.parse_args()
np.random.seed(2019)
torch.manual_seed(2019)
cuda = torch.cuda.is_available()


class Scans(Dataset):
    """Small grey pictures, a bright spot or none; flipped at random."""

    def __init__(self, index, train):
        self.index, self.train = index, train
        self.rng = np.random.default_rng(7)

    def __len__(self):
        return len(self.index)

    def __getitem__(self, i):
        rng = np.random.RandomState(self.index[i])
        image, label = rng.randn(10, 10).astype(np.float32) * 0.3, self.index[i] % 2
        if label:
            y, x = rng.randint(1, 7, size=2)
            image[y:y + 3, x:x + 3] += 1.2
        if self.train and self.rng.random() < 0.5:
            image = image[:, ::-1].copy()
        return torch.from_numpy(image)[None], np.float32(label)


class Net(nn.Module):
    def __init__(self):
        super(Net, self).__init__()
        self.conv1, self.bn1 = nn.Conv2d(1, 8, 3, padding=1), nn.BatchNorm2d(8)
        self.conv2, self.drop = nn.Conv2d(8, 8, 3), nn.Dropout(0.3)
        self.fc = nn.Linear(16, 2)
        nn.init.kaiming_normal_(self.conv1.weight.data)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.bn1(self.conv1(x))), 2)
        x = F.relu(self.conv2(x))
        return self.fc(self.drop(torch.cat([x.amax((2, 3)), x.mean((2, 3))], 1)))


def train_fold(fold, train_idx, val_idx):
    model = Net()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    if cuda:
        model.cuda()
    train_loader = DataLoader(Scans(train_idx, True), batch_size=8, shuffle=True, num_workers=1)
    # one at a time
    val_loader = DataLoader(Scans(val_idx, False), batch_size=1)
    path = os.path.join(args.out, "fold%d.pth" % fold)
    best, history = 0, []
    for epoch in range(args.epochs):
        total_loss = 0
        model.train()
        optimizer.zero_grad()
        for i, (images, labels) in enumerate(train_loader):
            if cuda:
                images, labels = images.cuda(), labels.cuda()
            out = F.softmax(model(images), dim=1)
            loss = F.cross_entropy(out, labels.long())
            loss.backward()
            if (i + 1) % args.accum == 0:
                optimizer.step()
                optimizer.zero_grad()
            total_loss += loss
            history.append(loss)
        right, scores = 0, []
        model.eval()
        with torch.no_grad():
            for images, labels in val_loader:
                out = model(images.cuda() if cuda else images)
                scores.append(out.softmax(1)[0, 1].data.cpu())
                right += int((scores[-1] > 0.5).item() == labels.item())
        print("fold %d epoch %d loss %.6f right %d/%d" % (fold, epoch, total_loss.item() / len(train_loader), right, len(val_idx)))
        if right >= best:
            best = right
            torch.save(model.state_dict(), path)
        torch.cuda.empty_cache()
        gc.collect()
    print("  first and last: %.5f %.5f" % (history[0].item(), history[-1].item()))
    return path


def ensemble(paths, images):
    """Mean over the folds."""
    result = 0
    for path in paths:
        model = Net()
        model.load_state_dict(torch.load(path))
        if cuda:
            model = model.cuda()
        with torch.no_grad():
            result = result + model(images.cuda() if cuda else images).softmax(1).data.cpu().numpy() / len(paths)
    return result


if __name__ == "__main__":
    order = np.random.permutation(56)
    paths = [train_fold(f, np.delete(order, np.s_[f::args.folds]), order[f::args.folds]) for f in range(args.folds)]
    test = torch.stack([Scans(np.arange(100, 116), False)[i][0] for i in range(16)])
    print("mean score %.6f" % ensemble(paths, test)[:, 1].mean())
