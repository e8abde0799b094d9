"""Metric learning with hard triplets: distances on the GPU, retrieval in numpy, a loss with a floor of its own (2018)."""
import argparse
import os
import tempfile

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.sampler import BatchSampler

parser = argparse.ArgumentParser()
parser.add_argument('--margin', type=float, default=0.5)
parser.add_argument('--epochs', type=int, default=2)
parser.add_argument('--dim', type=int, default=4)
parser.add_argument('--seed', type=int, default=21)


class BalancedBatchSampler(BatchSampler):
    """n_samples of each class in every batch."""

    def __init__(self, labels, n_samples, n_batches):
        self.labels = labels.numpy()
        self.n_samples, self.n_batches = n_samples, n_batches

    def __iter__(self):
        for _ in range(self.n_batches):
            yield np.concatenate([
                np.random.choice(np.where(self.labels == c)[0], self.n_samples, replace=False)
                for c in np.unique(self.labels)]).tolist()

    def __len__(self):
        return self.n_batches


class EmbeddingNet(nn.Module):
    def __init__(self, dim):
        super(EmbeddingNet, self).__init__()
        self.fc = nn.Sequential(nn.Linear(8, 24), nn.PReLU(), nn.Linear(24, dim))

    def forward(self, x):
        return F.normalize(self.fc(x))


class HardTripletLoss(nn.Module):
    def __init__(self, margin):
        super(HardTripletLoss, self).__init__()
        self.ranking_loss = nn.MarginRankingLoss(margin=margin)

    def forward(self, inputs, targets):
        n = inputs.size(0)
        dist = torch.pow(inputs, 2).sum(dim=1, keepdim=True).expand(n, n)
        dist = dist + dist.t() - 2 * inputs @ inputs.t()
        dist = dist.clamp(min=1e-12).sqrt()  # for numerical stability
        mask = targets.expand(n, n).eq(targets.expand(n, n).t())
        dist_ap, dist_an = [], []
        for i in range(n):
            dist_ap.append(dist[i][mask[i]].max().unsqueeze(0))
            dist_an.append(dist[i][mask[i] == 0].min().unsqueeze(0))
        dist_ap, dist_an = torch.cat(dist_ap), torch.cat(dist_an)
        y = dist_an.data.new()
        y.resize_as_(dist_an.data)
        y.fill_(1)
        loss = self.ranking_loss(dist_an, dist_ap, y)
        prec = (dist_an.data > dist_ap.data).sum() * 1. / y.size(0)
        return loss, prec


def clusters(n, rng):
    labels = np.arange(n) % 5
    centres = np.random.RandomState(0).randn(5, 8) * 0.8
    return torch.from_numpy((centres[labels] + rng.randn(n, 8)).astype(np.float32)), torch.from_numpy(labels)


def extract(dataloader, model):
    model.eval()
    embeddings, labels = [], []
    for images, target in dataloader:
        embeddings.append(model(images.cuda()).data.cpu().numpy())
        labels.append(target.numpy())
    return np.concatenate(embeddings), np.concatenate(labels)


def recall_at_1(embeddings, labels):
    dist = ((embeddings[:, None] - embeddings[None]) ** 2).sum(2)
    np.fill_diagonal(dist, np.inf)
    return (labels[dist.argmin(1)] == labels).mean()


if __name__ == '__main__':
    args = parser.parse_args()
    np.random.seed(args.seed)
    torch.manual_seed(args.seed)
    rng = np.random.RandomState(args.seed)
    train_set, test_set = TensorDataset(*clusters(100, rng)), TensorDataset(*clusters(60, rng))
    train_loader = DataLoader(train_set, batch_sampler=BalancedBatchSampler(train_set.tensors[1], 4, 6))
    test_loader = DataLoader(test_set, batch_size=20)
    model = EmbeddingNet(args.dim).cuda()
    criterion = HardTripletLoss(args.margin)
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    for epoch in range(args.epochs):
        model.train()
        losses = []
        for data, target in train_loader:
            loss, prec = criterion(model(data.cuda()), target.cuda())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(float(loss.data.cpu().numpy()))
        emb, lab = extract(test_loader, model)
        print('epoch %d loss %.6f prec %.4f recall@1 %.4f' % (epoch, np.mean(losses), prec.cpu().numpy(), recall_at_1(emb, lab)))
    name = os.path.join(tempfile.mkdtemp(), 'embedding.pth')
    torch.save(model.state_dict(), name)
    model.load_state_dict(torch.load(name))
    model.eval()
    centres = [model(train_set.tensors[0][i::5].cuda()).mean(0).data.cpu().numpy() for i in range(5)]
    print('closest to the own centre: %.4f' % (((emb[:, None] - np.array(centres)[None]) ** 2).sum(2).argmin(1) == lab).mean())
