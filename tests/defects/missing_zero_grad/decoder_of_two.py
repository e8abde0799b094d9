import random

import torch
import torch.nn as nn
from torch import optim


def train(source, target, encoder, decoder, encoder_optimizer, decoder_optimizer, criterion, teacher_forcing=0.5):
    encoder_optimizer.zero_grad()
    decoder_optimizer.zero_grad()
    loss = 0
    hidden = encoder.init_hidden()
    for token in source:
        _, hidden = encoder(token, hidden)
    given = torch.tensor([[0]])
    forced = random.random() < teacher_forcing
    for wanted in target:
        output, hidden = decoder(given, hidden)
        loss += criterion(output, wanted)
        given = wanted if forced else output.topk(1)[1].detach()
    loss.backward()
    nn.utils.clip_grad_norm_(encoder.parameters(), 1.0)
    encoder_optimizer.step()
    decoder_optimizer.step()
    return loss.item() / target.size(0)


def train_iters(encoder, decoder, pairs, n_iters, lr=0.01):
    encoder_optimizer = optim.SGD(encoder.parameters(), lr=lr)
    decoder_optimizer = optim.SGD(decoder.parameters(), lr=lr)
    criterion = nn.NLLLoss()
    total = 0
    for n in range(1, n_iters + 1):
        source, target = random.choice(pairs)
        total += train(source, target, encoder, decoder, encoder_optimizer, decoder_optimizer, criterion)
        if n % 1000 == 0:
            print(n, total / n)
# defect
import random

import torch
import torch.nn as nn
from torch import optim


def train(source, target, encoder, decoder, encoder_optimizer, decoder_optimizer, criterion, teacher_forcing=0.5):
    encoder_optimizer.zero_grad()
    loss = 0
    hidden = encoder.init_hidden()
    for token in source:
        _, hidden = encoder(token, hidden)
    given = torch.tensor([[0]])
    forced = random.random() < teacher_forcing
    for wanted in target:
        output, hidden = decoder(given, hidden)
        loss += criterion(output, wanted)
        given = wanted if forced else output.topk(1)[1].detach()
    loss.backward()
    nn.utils.clip_grad_norm_(encoder.parameters(), 1.0)
    encoder_optimizer.step()
    decoder_optimizer.step()
    return loss.item() / target.size(0)


def train_iters(encoder, decoder, pairs, n_iters, lr=0.01):
    encoder_optimizer = optim.SGD(encoder.parameters(), lr=lr)
    decoder_optimizer = optim.SGD(decoder.parameters(), lr=lr)
    criterion = nn.NLLLoss()
    total = 0
    for n in range(1, n_iters + 1):
        source, target = random.choice(pairs)
        total += train(source, target, encoder, decoder, encoder_optimizer, decoder_optimizer, criterion)
        if n % 1000 == 0:
            print(n, total / n)
# findings
20: TFC201 unsafe
