import torch
import torch.nn as nn
import torch.nn.functional as F


class TreeLess(nn.Module):
    def __init__(self, vocab_size, mem_dim, num_classes):
        super(TreeLess, self).__init__()
        self.emb = nn.Embedding(vocab_size, mem_dim)
        self.lstm = nn.LSTMCell(mem_dim, mem_dim)
        self.mem_dim = mem_dim
        self.wh = nn.Linear(2 * mem_dim, mem_dim)
        self.wp = nn.Linear(mem_dim, num_classes)

    def encode(self, idxs):
        h, c = torch.zeros(1, self.mem_dim), torch.zeros(1, self.mem_dim)
        inputs = self.emb(idxs)
        for t in range(inputs.size(0)):
            h, c = self.lstm(inputs[t].unsqueeze(0), (h, c))
        return h

    def forward(self, left, right):
        l, r = self.encode(left), self.encode(right)
        vec_dist = torch.cat((torch.mul(l, r), torch.abs(torch.add(l, -r))), 1)
        out = torch.sigmoid(self.wh(vec_dist))
        return F.log_softmax(self.wp(out), dim=1)
