"""Graph convolutions on a sparse adjacency matrix, two communities, few labels; flags and early stopping of 2017."""
from __future__ import division
from __future__ import print_function

import argparse
import glob
import math
import os
import tempfile
import time
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
from torch.autograd import Variable
from torch.nn.parameter import Parameter

parser = argparse.ArgumentParser()
parser.add_argument('--no-cuda', action='store_true', default=False, help='Disables CUDA training.')
parser.add_argument('--fastmode', action='store_true', default=False, help='Validate during training pass.')
parser.add_argument('--seed', type=int, default=42)
parser.add_argument('--epochs', type=int, default=16)
parser.add_argument('--lr', type=float, default=0.05)
parser.add_argument('--patience', type=int, default=6)
args = parser.parse_args()
args.cuda = not args.no_cuda and torch.cuda.is_available()

np.random.seed(args.seed)
torch.manual_seed(args.seed)
if args.cuda:
    torch.cuda.manual_seed(args.seed)


class GraphConvolution(nn.Module):
    def __init__(self, in_features, out_features):
        super(GraphConvolution, self).__init__()
        self.in_features, self.out_features = in_features, out_features
        self.weight = Parameter(torch.FloatTensor(in_features, out_features))
        self.bias = Parameter(torch.FloatTensor(out_features))
        self.reset_parameters()

    def reset_parameters(self):
        stdv = 1. / math.sqrt(self.weight.size(1))
        self.weight.data.uniform_(-stdv, stdv)
        self.bias.data.uniform_(-stdv, stdv)

    def forward(self, input, adj):
        return torch.spmm(adj, torch.mm(input, self.weight)) + self.bias


class GCN(nn.Module):
    def __init__(self, nfeat, nhid, nclass):
        super(GCN, self).__init__()
        self.gc1, self.gc2 = GraphConvolution(nfeat, nhid), GraphConvolution(nhid, nclass)

    def forward(self, x, adj):
        x = F.dropout(F.relu(self.gc1(x, adj)), 0.3, training=self.training)
        return F.log_softmax(self.gc2(x, adj), dim=1)


def load_data(n=60):
    labels = np.arange(n) % 2
    edges = (np.random.rand(n, n) < np.where(labels[:, None] == labels[None], 0.2, 0.03)).astype(np.float32)
    adj = np.clip(edges + edges.T, 0, 1) + np.eye(n, dtype=np.float32)
    adj = adj / adj.sum(1, keepdims=True)
    rows, cols = adj.nonzero()
    indices = torch.from_numpy(np.vstack((rows, cols)).astype(np.int64))
    values = torch.from_numpy(adj[rows, cols].astype(np.float32))
    features = torch.FloatTensor(np.random.randn(n, 8) + labels[:, None] * 0.3)
    return torch.sparse_coo_tensor(indices, values, torch.Size(adj.shape)), features, torch.LongTensor(labels)


adj, features, labels = load_data()
idx_train, idx_val, idx_test = torch.arange(0, 12), torch.arange(12, 30), torch.arange(30, 60)
model = GCN(features.shape[1], 8, int(labels.max()) + 1)
optimizer = optim.Adam(model.parameters(), lr=args.lr, weight_decay=5e-4)
if args.cuda:
    model.cuda()
    features, adj, labels = features.cuda(), adj.cuda(), labels.cuda()
    idx_train, idx_val, idx_test = idx_train.cuda(), idx_val.cuda(), idx_test.cuda()
features, adj, labels = Variable(features), Variable(adj), Variable(labels)


def train(epoch):
    model.train()
    optimizer.zero_grad()
    output = model(features, adj)
    loss_train = F.nll_loss(output[idx_train], labels[idx_train])
    loss_train.backward()
    optimizer.step()
    if not args.fastmode:
        model.eval()
        output = model(features, adj)
    loss_val = F.nll_loss(output[idx_val], labels[idx_val])
    if epoch % 4 == 0:
        print('Epoch: {:04d} loss_train: {:.6f} loss_val: {:.6f}'.format(epoch, loss_train.data.item(), loss_val.data.item()))
    return loss_val.data.item()


def compute_test():
    model.eval()
    output = model(features, adj)
    loss_test = F.nll_loss(output[idx_test], labels[idx_test])
    right = output[idx_test].max(1)[1].type_as(labels).eq(labels[idx_test]).double().sum()
    print("Test set results: loss= {:.6f} accuracy= {:.4f}".format(loss_test.item(), right.item() / len(idx_test)))


t_total, folder, loss_values, best_epoch = time.time(), tempfile.mkdtemp(), [], 0
for epoch in range(args.epochs):
    loss_values.append(train(epoch))
    torch.save(model.state_dict(), os.path.join(folder, '{}.pkl'.format(epoch)))
    if loss_values[-1] <= min(loss_values):
        best_epoch = epoch
    elif epoch - best_epoch >= args.patience:
        break
print('epoch %d of %d files, in less than a minute: %s' % (best_epoch, len(glob.glob(folder + '/*')), time.time() - t_total < 60))
model.load_state_dict(torch.load(os.path.join(folder, '{}.pkl'.format(best_epoch))))
compute_test()
