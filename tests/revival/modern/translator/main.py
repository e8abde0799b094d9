import random
import torch
import torch.nn as nn
from torch import optim
from masked_cross_entropy import masked_cross_entropy
from seq2seq import DecoderRNN, EncoderRNN

random.seed(2)
torch.manual_seed(2)
PAD_token, SOS_token = 0, 1
pairs = [([3, 4, 5], [6, 7]), ([4, 5], [7, 8, 2]), ([5, 3, 4, 6], [8, 6, 2]), ([6], [2])]


def pad_seq(seq, max_length):
    return seq + [PAD_token for i in range(max_length - len(seq))]


def random_batch():
    chosen = sorted(pairs, key=lambda p: len(p[0]), reverse=True)
    input_lengths = [len(s) for s, _ in chosen]
    target_lengths = [len(t) for _, t in chosen]
    input_padded = [pad_seq(s, max(input_lengths)) for s, _ in chosen]
    target_padded = [pad_seq(t, max(target_lengths)) for _, t in chosen]
    input_var = torch.LongTensor(input_padded).transpose(0, 1)
    target_var = torch.LongTensor(target_padded).transpose(0, 1)
    return input_var, input_lengths, target_var, target_lengths


encoder, decoder = EncoderRNN(10, 8), DecoderRNN(8, 10)
encoder_optimizer = optim.Adam(encoder.parameters(), lr=0.02)
decoder_optimizer = optim.Adam(decoder.parameters(), lr=0.02)


def train(input_batches, input_lengths, target_batches, target_lengths):
    encoder_optimizer.zero_grad()
    decoder_optimizer.zero_grad()
    encoder_outputs, encoder_hidden = encoder(input_batches, input_lengths, None)
    pad = input_batches.t().eq(PAD_token)
    batch_size = input_batches.size(1)
    decoder_input = torch.LongTensor([SOS_token] * batch_size)
    decoder_hidden = encoder_hidden
    all_decoder_outputs = torch.zeros(max(target_lengths), batch_size, 10)
    for t in range(max(target_lengths)):
        decoder_output, decoder_hidden, _ = decoder(decoder_input, decoder_hidden, encoder_outputs, pad)
        all_decoder_outputs[t] = decoder_output
        decoder_input = target_batches[t]
    loss = masked_cross_entropy(all_decoder_outputs.transpose(0, 1).contiguous(),
                                target_batches.transpose(0, 1).contiguous(), target_lengths)
    loss.backward()
    ec = torch.nn.utils.clip_grad_norm_(encoder.parameters(), 50.0)
    dc = torch.nn.utils.clip_grad_norm_(decoder.parameters(), 50.0)
    encoder_optimizer.step()
    decoder_optimizer.step()
    return loss.item(), ec, dc


for epoch in range(1, 5):
    loss, ec, dc = train(*random_batch())
    print('%d %.4f %.3f %.3f' % (epoch, loss, ec, dc))
