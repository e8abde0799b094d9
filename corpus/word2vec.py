"""Skip-gram with negative sampling and sparse embeddings; `torch.device("cuda")` written out."""
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.autograd import Variable


class Clamp(torch.autograd.Function):
    """From torch 0.1; nothing calls it any more."""
    def forward(self, x):
        self.save_for_backward(x)
        return x.clamp(-6, 6)


def hits_of(scores, targets, k=1):
    pred = torch.topk(scores, k, 1)[1].t()
    hits = pred.eq(targets.view(1, -1).expand_as(pred))
    torch.cuda.synchronize()
    return hits[:k].view(-1).float().sum(0)


def without_padding(scores, lengths):
    return scores.masked_fill(torch.LongTensor(lengths).gt(2).byte(), 0)


def digits(folder):
    from torchvision.transforms import Compose, Normalize, ToTensor
    from torchvision import datasets
    return datasets.MNIST(folder, transform=Compose([ToTensor(), Normalize((0.5, 0.5, 0.5), (0.5, 0.5, 0.5))]))

np.random.seed(9)
torch.manual_seed(9)

device = torch.device('cuda')


class Corpus:
    """Reads a corpus into pairs of words; frequent words are drawn more often as negatives."""

    def __init__(self, text, window):
        self.data = text.split()
        self.word2id = {w: i for i, w in enumerate(sorted(set(self.data)))}
        self.id2word = dict((i, w) for w, i in self.word2id.items())
        ids = [self.word2id[w] for w in self.data]
        self.pairs = [(u, ids[j]) for i, u in enumerate(ids)
                      for j in range(max(0, i - window), min(len(ids), i + window + 1)) if j != i]
        freq = np.bincount(ids) ** 0.75
        self.sample_table = freq / freq.sum()

    def negatives(self, pos_pairs, count):
        return np.random.choice(len(self.sample_table), size=(len(pos_pairs), count), p=self.sample_table).tolist()


class SkipGram(nn.Module):
    def __init__(self, n_words, dim):
        super(SkipGram, self).__init__()
        self.centre = nn.Embedding(n_words, dim, sparse=True)
        self.context = nn.Embedding(n_words, dim, sparse=True)
        self.dim = dim
        self.init_weights()

    def init_weights(self):
        bound = 0.5 / self.dim
        self.centre.weight.data.uniform_(-bound, bound)
        self.context.weight.data.uniform_(-0, 0)

    def forward(self, pos_u, pos_v, neg_v):
        emb_u = self.centre(pos_u)
        emb_v = self.context(pos_v)
        score = F.logsigmoid(torch.mul(emb_u, emb_v).sum(1))
        neg_emb_v = self.context(neg_v)
        neg_score = torch.bmm(neg_emb_v, emb_u.unsqueeze(2)).squeeze(2)
        neg_score = F.logsigmoid(-1 * neg_score).sum(1)
        return -1 * (torch.sum(score) + torch.sum(neg_score))

    def export(self, id2word, use_cuda):
        if use_cuda:
            embedding = self.centre.weight.cpu().data.numpy()
        else:
            embedding = self.centre.weight.data.numpy()
        return {w: embedding[wid] for (wid, w) in id2word.items()}


corpus = Corpus('the king rules the land and the queen rules the sea while the farmer works '
                   'the land and the sailor works the sea ' * 4, window=2)
use_cuda = torch.cuda.is_available()
model = SkipGram(len(corpus.word2id), 8).to(device)
optimizer = torch.optim.SGD(model.parameters(), lr=0.2)

batch_size = 32
step = 0
for epoch in range(3):
    total = 0
    for start in range(0, len(corpus.pairs), batch_size):
        pos_pairs = corpus.pairs[start:start + batch_size]
        pos_u = Variable(torch.LongTensor([p[0] for p in pos_pairs])).cuda()
        pos_v = Variable(torch.LongTensor([p[1] for p in pos_pairs])).cuda()
        neg_v = Variable(torch.LongTensor(corpus.negatives(pos_pairs, 5))).cuda()

        optimizer.zero_grad()
        loss = model(pos_u, pos_v, neg_v)
        loss.backward()
        optimizer.step()
        total += loss.data.cpu().numpy() / len(pos_pairs)
        step += 1
        if step % 10 == 0:
            lr = 0.2 * (1.0 - 1.0 * step / 40)
            for param_group in optimizer.param_groups:
                param_group['lr'] = max(lr, 0.01)
    print('epoch %d loss %.5f lr %.4f' % (epoch, total, optimizer.param_groups[0]['lr']))

vectors = model.export(corpus.id2word, use_cuda)
norms = {w: float(np.linalg.norm(v)) for w, v in vectors.items()}
for word in sorted(norms)[:4]:
    print('%s %.5f' % (word, norms[word]))
