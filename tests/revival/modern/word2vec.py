"""Skip-gram with negative sampling."""
import pickle
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim

np.random.seed(6)
torch.manual_seed(6)
corpus = ('we are what we repeatedly do excellence then is not an act but a habit ' * 3).split()


class Vocab(object):
    def __init__(self, words):
        self.frequency = {}
        for w in words:
            self.frequency[w] = self.frequency.get(w, 0) + 1
        self.id2word = sorted(self.frequency)
        self.word2id = dict((w, i) for i, w in enumerate(self.id2word))
        pow_frequency = np.array([self.frequency[w] for w in self.id2word], dtype=float) ** 0.75
        self.ratio = pow_frequency / pow_frequency.sum()


class SkipGramModel(nn.Module):
    def __init__(self, emb_size, emb_dimension):
        super(SkipGramModel, self).__init__()
        self.u_embeddings = nn.Embedding(emb_size, emb_dimension, sparse=True)
        self.v_embeddings = nn.Embedding(emb_size, emb_dimension, sparse=True)
        initrange = 0.5 / emb_dimension
        self.u_embeddings.weight.data.uniform_(-initrange, initrange)
        self.v_embeddings.weight.data.uniform_(-0, 0)

    def forward(self, pos_u, pos_v, neg_v):
        emb_u = self.u_embeddings(pos_u)
        emb_v = self.v_embeddings(pos_v)
        score = torch.mul(emb_u, emb_v).squeeze()
        score = torch.sum(score, dim=1)
        score = F.logsigmoid(score)
        neg_emb_v = self.v_embeddings(neg_v)
        neg_score = torch.bmm(neg_emb_v, emb_u.unsqueeze(2)).squeeze()
        neg_score = F.logsigmoid(-1 * neg_score)
        return -1 * (torch.sum(score) + torch.sum(neg_score))

    def save_embedding(self, id2word, file_name, use_cuda):
        if use_cuda:
            embedding = self.u_embeddings.weight.cpu().data.numpy()
        else:
            embedding = self.u_embeddings.weight.data.numpy()
        with open(file_name, 'wb') as out:
            pickle.dump(dict(zip(id2word, embedding)), out, pickle.HIGHEST_PROTOCOL)


vocab = Vocab(corpus)
model = SkipGramModel(len(vocab.id2word), 8)
use_cuda = torch.cuda.is_available()
optimizer = optim.SGD(model.parameters(), lr=0.05)
pairs = []
for i, u in enumerate(corpus):
    for v in corpus[max(i - 2, 0):i + 2]:
        pairs.append((vocab.word2id[u], vocab.word2id[v]))
for epoch in range(2):
    total = 0.
    for start in range(0, len(pairs), 32):
        batch = pairs[start:start + 32]
        pos_u = torch.LongTensor([p[0] for p in batch])
        pos_v = torch.LongTensor([p[1] for p in batch])
        negative = np.random.choice(len(vocab.id2word), size=(len(batch), 3), p=vocab.ratio)
        neg_v = torch.LongTensor(negative)
        optimizer.zero_grad()
        loss = model.forward(pos_u, pos_v, neg_v)
        loss.backward()
        optimizer.step()
        total += loss.item()
    print('epoch %d loss %.3f' % (epoch, total / len(pairs)))
model.save_embedding(vocab.id2word, 'vectors.pkl', use_cuda)
with open('vectors.pkl', 'rb') as f:
    vectors = pickle.load(f)
for word, vector in sorted(vectors.items())[:3]:
    print('%s %.4f' % (word, float(np.abs(vector).sum())))
