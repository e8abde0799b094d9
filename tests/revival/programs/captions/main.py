import numpy as np
import torch
import torch.nn as nn
from torch.autograd import Variable
from torch.nn.utils.rnn import pack_padded_sequence
from build_vocab import build_vocab
from data_loader import CaptionDataset, collate_fn


def to_var(x, volatile=False):
    if torch.cuda.is_available():
        x = x.cuda()
    return Variable(x, volatile=volatile)


class DecoderRNN(nn.Module):
    def __init__(self, embed_size, hidden_size, vocab_size):
        super(DecoderRNN, self).__init__()
        self.embed = nn.Embedding(vocab_size, embed_size)
        self.lstm = nn.LSTM(embed_size, hidden_size, 1, batch_first=True)
        self.linear = nn.Linear(hidden_size, vocab_size)
        self.embed.weight.data.uniform_(-0.1, 0.1)
        self.linear.bias.data.fill_(0)

    def forward(self, features, captions, lengths):
        embeddings = self.embed(captions)
        embeddings = torch.cat((features.unsqueeze(1), embeddings), 1)
        packed = pack_padded_sequence(embeddings, lengths, batch_first=True)
        hiddens, _ = self.lstm(packed)
        return self.linear(hiddens[0])

    def sample(self, features, states=None):
        sampled_ids = []
        inputs = features.unsqueeze(1)
        for i in range(5):
            hiddens, states = self.lstm(inputs, states)
            outputs = self.linear(hiddens.squeeze(1))
            predicted = outputs.max(1)[1]
            sampled_ids.append(predicted)
            inputs = self.embed(predicted).unsqueeze(1)
        return torch.stack(sampled_ids, 1).squeeze()


torch.manual_seed(15)
captions = ['a cat on a mat', 'a dog', 'the cat and the dog', 'a dog on the mat'] * 3
vocab = build_vocab(captions, 2)
loader = torch.utils.data.DataLoader(CaptionDataset(captions, vocab), batch_size=4, collate_fn=collate_fn)
encoder, decoder = nn.Linear(6, 8), DecoderRNN(8, 8, len(vocab))
if torch.cuda.is_available():
    encoder.cuda()
    decoder.cuda()
criterion = nn.CrossEntropyLoss()
params = list(decoder.parameters()) + list(encoder.parameters())
optimizer = torch.optim.Adam(params, lr=0.02)
for epoch in range(2):
    for i, (images, targets, lengths) in enumerate(loader):
        images = to_var(images, volatile=True)
        targets_in = to_var(targets)
        packed = pack_padded_sequence(targets_in, lengths, batch_first=True)[0]
        decoder.zero_grad()
        encoder.zero_grad()
        outputs = decoder(encoder(images), targets_in, [n for n in lengths])
        loss = criterion(outputs, packed)
        loss.backward()
        optimizer.step()
    print('Epoch [%d] Loss: %.4f, Perplexity: %5.4f' % (epoch, loss.data[0], np.exp(loss.data[0])))
sampled = decoder.sample(encoder(to_var(torch.ones(1, 6))))
print(' '.join(vocab.idx2word[word_id] for word_id in sampled.cpu().data.numpy().tolist()))
