"""Tags names in sentences: LSTM and a linear-chain CRF, batches that move themselves to the GPU (2018)."""
import random
import torch
import torch.autograd as autograd
import torch.nn as nn
import torch.optim as optim

START_TAG, STOP_TAG = "<START>", "<STOP>"
torch.manual_seed(1)
random.seed(1)
HAS_GPU = torch.cuda.is_available()
NAMES, VERBS, REST = 'anna bert cleo dora emil'.split(), 'sees calls meets'.split(), 'today often in paris the'.split()
TAGS = {'B': 0, 'I': 1, 'O': 2, START_TAG: 3, STOP_TAG: 4}


def to_scalar(var):
    return var.view(-1).data.tolist()[0]


def argmax(vec):
    return to_scalar(torch.max(vec, 1)[1])


def log_sum_exp(vec):
    max_score = vec[0, argmax(vec)]
    return max_score + torch.log(torch.sum(torch.exp(vec - max_score.view(1, -1).expand(1, vec.size()[1]))))


class Batch(object):
    """A sentence with its tags. It has a cuda() of its own."""

    def __init__(self, words, tags):
        self.data = words
        self.words = torch.LongTensor([word_to_ix[w] for w in words])
        self.tags = torch.LongTensor([TAGS[t] for t in tags])

    def cuda(self):
        self.words, self.tags = self.words.cuda(), self.tags.cuda()
        return self


class BiLSTM_CRF(nn.Module):
    def __init__(self, vocab_size, tag_to_ix, embedding_dim, hidden_dim):
        super(BiLSTM_CRF, self).__init__()
        self.hidden_dim, self.tag_to_ix, self.tagset_size = hidden_dim, tag_to_ix, len(tag_to_ix)
        self.word_embeds = nn.Embedding(vocab_size, embedding_dim)
        self.lstm = nn.LSTM(embedding_dim, hidden_dim // 2, num_layers=1, bidirectional=True)
        self.hidden2tag = nn.Linear(hidden_dim, self.tagset_size)
        self.transitions = nn.Parameter(torch.randn(self.tagset_size, self.tagset_size))
        self.transitions.data[tag_to_ix[START_TAG], :] = -10000
        self.transitions.data[:, tag_to_ix[STOP_TAG]] = -10000

    def cuda(self, device=None):
        return super(BiLSTM_CRF, self).cuda(device)

    def start(self):
        alphas = torch.Tensor(1, self.tagset_size).fill_(-10000.)
        alphas[0][self.tag_to_ix[START_TAG]] = 0.
        return autograd.Variable(alphas.cuda() if HAS_GPU else alphas)

    def _forward_alg(self, feats):
        forward_var = self.start()
        for feat in feats:
            forward_var = torch.stack([
                log_sum_exp(forward_var + feat[tag].view(1, -1) + self.transitions[tag].view(1, -1))
                for tag in range(self.tagset_size)]).view(1, -1)
        return log_sum_exp(forward_var + self.transitions[self.tag_to_ix[STOP_TAG]].view(1, -1))

    def _get_lstm_features(self, words):
        lstm_out, _ = self.lstm(self.word_embeds(words).view(len(words), 1, -1))
        return self.hidden2tag(lstm_out.view(len(words), self.hidden_dim))

    def _score_sentence(self, feats, tags):
        score, previous = autograd.Variable(torch.Tensor([0]).cuda() if HAS_GPU else torch.Tensor([0])), TAGS[START_TAG]
        for i, feat in enumerate(feats):
            score = score + self.transitions[tags[i], previous] + feat[tags[i]]
            previous = tags[i]
        return score + self.transitions[self.tag_to_ix[STOP_TAG], previous]

    def neg_log_likelihood(self, batch):
        feats = self._get_lstm_features(batch.words)
        return self._forward_alg(feats) - self._score_sentence(feats, batch.tags)

    def forward(self, batch):  # dont confuse this with _forward_alg above.
        forward_var, backpointers = self.start(), []
        for feat in self._get_lstm_features(batch.words):
            best, ids = (forward_var + self.transitions).max(1)
            forward_var = (best + feat).view(1, -1)
            backpointers.append(ids)
        path = [argmax(forward_var + self.transitions[self.tag_to_ix[STOP_TAG]].view(1, -1))]
        for ids in reversed(backpointers):
            path.append(to_scalar(ids[path[-1]]))
        return path[-2::-1]


def sentence():
    first = random.sample(NAMES, random.choice([1, 2]))
    words = first + [random.choice(VERBS)] + random.sample(REST, 2) + [random.choice(NAMES)]
    return words, ['B'] + ['I'] * (len(first) - 1) + ['O', 'O', 'O', 'B']


word_to_ix = {w: i for i, w in enumerate(NAMES + VERBS + REST)}
batches = [Batch(*sentence()) for _ in range(12)]
model = BiLSTM_CRF(len(word_to_ix), TAGS, 5, 8)
if HAS_GPU:
    model.cuda()
    batches = [b.cuda() for b in batches]
optimizer = optim.SGD(model.parameters(), lr=0.1, weight_decay=1e-4)
for epoch in range(2):
    total = 0.
    for batch in batches[:8]:
        model.zero_grad()
        loss = model.neg_log_likelihood(batch)
        loss.backward()
        optimizer.step()
        total += loss.data[0]
    print('epoch %d loss %.5f' % (epoch, total / 8))
for batch in batches[8:]:
    print(' '.join('%s/%s' % (w, 'BIO<>'[t]) for w, t in zip(batch.data, model(batch))))
