"""Contrastive learning with a queue of keys and an encoder that follows slowly (2020)."""
import argparse
import math
import random
import torch
import torch.nn as nn

parser = argparse.ArgumentParser(description='Momentum contrast on spirals')
parser.add_argument('--lr', default=0.06, type=float)
parser.add_argument('--epochs', default=3, type=int)
parser.add_argument('--batch-size', default=16, type=int)
parser.add_argument('--moco-dim', default=8, type=int)
parser.add_argument('--moco-k', default=64, type=int, help='queue size; number of negative keys')
parser.add_argument('--moco-m', default=0.9, type=float, help='momentum of updating the key encoder')
parser.add_argument('--moco-t', default=0.2, type=float, help='softmax temperature')
parser.add_argument('--cos', action='store_true', help='use cosine lr schedule')


class Encoder(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(10, 32), nn.BatchNorm1d(32), nn.ReLU(inplace=True))
        self.fc = nn.Linear(32, dim)

    def forward(self, x):
        return self.fc(self.net(x))


class MoCo(nn.Module):
    def __init__(self, dim, K, m, T):
        super().__init__()
        self.K, self.m, self.T = K, m, T
        self.encoder_q, self.encoder_k = Encoder(dim), Encoder(dim)
        for param_q, param_k in zip(self.encoder_q.parameters(), self.encoder_k.parameters()):
            param_k.data.copy_(param_q.data)  # initialize
            param_k.requires_grad = False  # not update by gradient
        self.register_buffer("queue", nn.functional.normalize(torch.randn(dim, K), dim=0))
        self.register_buffer("queue_ptr", torch.zeros(1, dtype=torch.long))

    @torch.no_grad()
    def _momentum_update_key_encoder(self):
        for param_q, param_k in zip(self.encoder_q.parameters(), self.encoder_k.parameters()):
            param_k.data = param_k.data * self.m + param_q.data * (1. - self.m)

    @torch.no_grad()
    def _dequeue_and_enqueue(self, keys):
        ptr = int(self.queue_ptr)
        assert self.K % keys.shape[0] == 0  # for simplicity
        self.queue[:, ptr:ptr + keys.shape[0]] = keys.T
        self.queue_ptr[0] = (ptr + keys.shape[0]) % self.K

    @torch.no_grad()
    def _shuffle(self, x):
        """Against cheating through the batch statistics."""
        idx_shuffle = torch.randperm(x.shape[0]).cuda()
        return x[idx_shuffle], torch.argsort(idx_shuffle)

    def forward(self, im_q, im_k):
        q = nn.functional.normalize(self.encoder_q(im_q), dim=1)
        with torch.no_grad():
            self._momentum_update_key_encoder()
            im_k, idx_unshuffle = self._shuffle(im_k)
            k = nn.functional.normalize(self.encoder_k(im_k), dim=1)[idx_unshuffle]
        l_pos = torch.einsum('nc,nc->n', [q, k]).unsqueeze(-1)
        l_neg = torch.einsum('nc,ck->nk', [q, self.queue.clone().detach()])
        logits = torch.cat([l_pos, l_neg], dim=1) / self.T
        labels = torch.zeros(logits.shape[0], dtype=torch.long).cuda()
        self._dequeue_and_enqueue(k)
        return logits, labels


def accuracy(output, target, topk=(1,)):
    with torch.no_grad():
        pred = output.topk(max(topk), 1, True, True)[1].t()
        correct = pred.eq(target.view(1, -1).expand_as(pred))
        return [correct[:k].reshape(-1).float().sum(0, keepdim=True).mul_(100.0 / target.size(0)) for k in topk]


def spirals(n):
    t = torch.rand(n, 1) * 3
    arm = torch.randint(0, 2, (n, 1)).float() * 2 - 1
    return torch.cat([arm * t * torch.cos(t + i) for i in range(10)], 1), arm.squeeze(1) > 0


def train(images, model, criterion, optimizer, args):
    model.train()
    top1 = 0
    perm = torch.randperm(len(images))
    for i in range(0, len(images), args.batch_size):
        image = images[perm[i:i + args.batch_size]]
        views = [(image + torch.randn_like(image) * 0.2).cuda() for _ in range(2)]
        output, target = model(im_q=views[0], im_k=views[1])
        loss = criterion(output, target)
        acc1, acc5 = accuracy(output.data, target, topk=(1, 5))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        top1 += acc1[0].item() * len(image)
    return loss.item(), top1 / len(images)


if __name__ == '__main__':
    args = parser.parse_args()
    random.seed(6)
    torch.manual_seed(6)
    model = MoCo(args.moco_dim, args.moco_k, args.moco_m, args.moco_t).cuda()
    criterion = nn.CrossEntropyLoss().cuda()
    optimizer = torch.optim.SGD(model.parameters(), args.lr, momentum=0.9, weight_decay=1e-4)
    images, arms = spirals(128)
    for epoch in range(args.epochs):
        if args.cos:
            optimizer.param_groups[0]['lr'] = args.lr * 0.5 * (1. + math.cos(math.pi * epoch / args.epochs))
        print('Epoch %d loss %.6f acc %.3f' % ((epoch,) + train(images, model, criterion, optimizer, args)))
    model.eval()
    features = model.encoder_k(images.cuda()).cpu()
    near = torch.cdist(features, features).fill_diagonal_(1e9).argmin(1)
    print('first features:', features[0, :3])
    print('neighbours on the same arm: %d of 128' % (arms[near] == arms).sum())
