# -*- coding: utf-8 -*-
"""Learns to reverse a sequence of letters. Encoder: packed bidirectional GRU; decoder: GRU with attention."""
import random
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch import optim
from torch.autograd import Variable
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

USE_CUDA = torch.cuda.is_available()

PAD_token = 0
SOS_token = 1
EOS_token = 2
hidden_size = 16
forcing = 0.5

random.seed(1)
torch.manual_seed(1)


class Lang:
    def __init__(self, name):
        self.name = name
        self.data = {c: i + 3 for i, c in enumerate('abcdefgh')}
        self.n_words = len(self.data) + 3

    def indexes(self, word):
        return [self.data[c] for c in word] + [EOS_token]


lang = Lang('letters')


def random_batch(batch_size):
    words = [''.join(random.choice('abcdefgh') for _ in range(random.randint(3, 6))) for _ in range(batch_size)]
    words.sort(key=len, reverse=True)
    lengths = [len(w) + 1 for w in words]
    pad = lambda seqs: [s + [PAD_token] * (max(lengths) - len(s)) for s in seqs]
    input_var = Variable(torch.LongTensor(pad([lang.indexes(w) for w in words]))).transpose(0, 1)
    target_var = Variable(torch.LongTensor(pad([lang.indexes(w[::-1]) for w in words]))).transpose(0, 1)
    if USE_CUDA:
        input_var = input_var.cuda()
        target_var = target_var.cuda()
    return input_var, lengths, target_var


class Encoder(nn.Module):
    def __init__(self, input_size, hidden_size):
        super(Encoder, self).__init__()
        self.hidden_size = hidden_size
        self.embedding = nn.Embedding(input_size, hidden_size, padding_idx=PAD_token)
        self.gru = nn.GRU(hidden_size, hidden_size, bidirectional=True)

    def forward(self, input_seqs, input_lengths):
        embedded = self.embedding(input_seqs)
        packed = pack_padded_sequence(embedded, input_lengths)
        self.n_steps = packed.data.size(0)  # steps that are no padding
        outputs, hidden = self.gru(packed)
        outputs, output_lengths = pad_packed_sequence(outputs)
        outputs = outputs[:, :, :self.hidden_size] + outputs[:, :, self.hidden_size:]  # both directions
        return outputs, hidden[:1]


class AttentionDecoder(nn.Module):
    def __init__(self, hidden_size, output_size):
        super(AttentionDecoder, self).__init__()
        self.embedding = nn.Embedding(output_size, hidden_size)
        self.gru = nn.GRU(hidden_size, hidden_size)
        self.concat = nn.Linear(hidden_size * 2, hidden_size)
        self.out = nn.Linear(hidden_size, output_size)

    def forward(self, input_seq, last_hidden, encoder_outputs):
        rnn_output, hidden = self.gru(self.embedding(input_seq).unsqueeze(0), last_hidden)
        energies = torch.sum(rnn_output * encoder_outputs, dim=2).t()
        attn_weights = F.softmax(energies, dim=1).unsqueeze(1)
        context = attn_weights.bmm(encoder_outputs.transpose(0, 1))
        concat_output = F.tanh(self.concat(torch.cat((rnn_output.squeeze(0), context.squeeze(1)), 1)))
        return self.out(concat_output), hidden


encoder = Encoder(lang.n_words, hidden_size)
decoder = AttentionDecoder(hidden_size, lang.n_words)
decoder.embedding.weight.data = encoder.embedding.weight.data.clone()  # both know the same letters
encoder_optimizer = optim.Adam(encoder.parameters(), lr=0.01)
decoder_optimizer = optim.Adam(decoder.parameters(), lr=0.01)
criterion = nn.CrossEntropyLoss(ignore_index=PAD_token)
if USE_CUDA:
    encoder.cuda()
    decoder.cuda()


def train(input_batches, input_lengths, target_batches):
    encoder_optimizer.zero_grad()
    decoder_optimizer.zero_grad()
    loss = 0
    encoder_outputs, decoder_hidden = encoder(input_batches, input_lengths)
    decoder_input = Variable(torch.LongTensor([SOS_token] * input_batches.size(1)))
    if USE_CUDA:
        decoder_input = decoder_input.cuda()
    use_forcing = random.random() < forcing
    for t in range(target_batches.size(0)):
        decoder_output, decoder_hidden = decoder(decoder_input, decoder_hidden, encoder_outputs)
        loss += criterion(decoder_output, target_batches[t])
        topv, topi = decoder_output.data.topk(1)
        decoder_input = target_batches[t] if use_forcing else Variable(topi.squeeze(1))
    loss.backward()
    nn.utils.clip_grad_norm_(encoder.parameters(), 50.0)
    encoder_optimizer.step()
    decoder_optimizer.step()
    return loss.data.item() / target_batches.size(0)


for epoch in range(1, 13):
    loss = train(*random_batch(8))
    if epoch % 4 == 0:
        print('(%d) %s: loss %.6f, %d steps' % (epoch, lang.name, loss, encoder.n_steps))
