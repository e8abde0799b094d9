"""Sentences classified by a convolutional network."""
import argparse
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.autograd as autograd

parser = argparse.ArgumentParser(description='CNN text classificer')
parser.add_argument('-lr', type=float, default=0.01)
parser.add_argument('-epochs', type=int, default=3)
parser.add_argument('-batch-size', type=int, default=8)
parser.add_argument('-log-interval', type=int, default=2)
parser.add_argument('-embed-dim', type=int, default=8)
parser.add_argument('-kernel-num', type=int, default=4)
parser.add_argument('-kernel-sizes', type=str, default='2,3')
parser.add_argument('-no-cuda', action='store_true', default=False)
args = parser.parse_args()
args.cuda = (not args.no_cuda) and torch.cuda.is_available(); del args.no_cuda
args.kernel_sizes = [int(k) for k in args.kernel_sizes.split(',')]
torch.manual_seed(9)


class CNN_Text(nn.Module):
    def __init__(self, vocab, classes):
        super(CNN_Text, self).__init__()
        self.embed = nn.Embedding(vocab, args.embed_dim)
        self.convs1 = nn.ModuleList([nn.Conv2d(1, args.kernel_num, (K, args.embed_dim)) for K in args.kernel_sizes])
        self.fc1 = nn.Linear(len(args.kernel_sizes) * args.kernel_num, classes)

    def forward(self, x):
        x = self.embed(x)
        x = x.unsqueeze(1)
        x = [F.relu(conv(x)).squeeze(3) for conv in self.convs1]
        x = [F.max_pool1d(i, i.size(2)).squeeze(2) for i in x]
        x = torch.cat(x, 1)
        return self.fc1(x)


def batches(texts, labels):
    for start in range(0, len(texts), args.batch_size):
        yield texts[start:start + args.batch_size], labels[start:start + args.batch_size]


texts = torch.LongTensor(32, 6).random_(0, 20)
labels = (texts[:, 0] % 2).long()
model = CNN_Text(20, 2)
if args.cuda:
    model = model.cuda()
optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
steps = 0
for epoch in range(1, args.epochs + 1):
    model.train()
    for feature, target in batches(texts, labels):
        feature, target = autograd.Variable(feature), autograd.Variable(target)
        if args.cuda:
            feature, target = feature.cuda(), target.cuda()
        optimizer.zero_grad()
        logit = model(feature)
        loss = F.cross_entropy(logit, target)
        loss.backward()
        optimizer.step()
        steps += 1
        if steps % args.log_interval == 0:
            corrects = (torch.max(logit, 1)[1].view(target.size()).data == target.data).sum()
            accuracy = 100.0 * corrects / args.batch_size
            print('Batch[{}] - loss: {:.4f}  acc: {:.2f}%({}/{})'.format(
                steps, loss.data[0], accuracy, corrects, args.batch_size))
model.eval()
corrects, avg_loss = 0, 0
for feature, target in batches(texts, labels):
    feature, target = autograd.Variable(feature, volatile=True), autograd.Variable(target)
    if args.cuda:
        feature, target = feature.cuda(), target.cuda()
    logit = model(feature)
    loss = F.cross_entropy(logit, target, size_average=False)
    avg_loss += loss.data[0]
    corrects += (torch.max(logit, 1)[1].view(target.size()).data == target.data).sum()
print('Evaluation - loss: {:.4f}  acc: {:.2f}%'.format(avg_loss / len(texts), 100.0 * corrects / len(texts)))
