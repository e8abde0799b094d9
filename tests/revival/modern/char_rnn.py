"""A character model that writes text."""
import random
import string
import torch
import torch.nn as nn

random.seed(2)
torch.manual_seed(2)
all_characters = string.ascii_letters + ' .'
n_characters = len(all_characters)
file = 'It was the best of times. It was the worst of times. ' * 2
chunk_len = 12


class RNN(nn.Module):
    def __init__(self, input_size, hidden_size, output_size, n_layers=1):
        super(RNN, self).__init__()
        self.hidden_size = hidden_size
        self.n_layers = n_layers
        self.encoder = nn.Embedding(input_size, hidden_size)
        self.gru = nn.GRU(hidden_size, hidden_size, n_layers)
        self.decoder = nn.Linear(hidden_size, output_size)

    def forward(self, input, hidden):
        input = self.encoder(input.view(1, -1))
        output, hidden = self.gru(input.view(1, 1, -1), hidden)
        output = self.decoder(output.view(1, -1))
        return output, hidden

    def init_hidden(self):
        return torch.zeros(self.n_layers, 1, self.hidden_size)


def char_tensor(string):
    tensor = torch.zeros(len(string)).long()
    for c in range(len(string)):
        tensor[c] = all_characters.index(string[c])
    return tensor


def random_training_set():
    start = random.randint(0, len(file) - chunk_len - 1)
    chunk = file[start:start + chunk_len + 1]
    return char_tensor(chunk[:-1]), char_tensor(chunk[1:])


decoder = RNN(n_characters, 10, n_characters)
decoder_optimizer = torch.optim.Adam(decoder.parameters(), lr=0.05)
criterion = nn.CrossEntropyLoss()


def train(inp, target):
    hidden = decoder.init_hidden()
    decoder.zero_grad()
    loss = 0
    for c in range(chunk_len):
        output, hidden = decoder(inp[c], hidden)
        loss += criterion(output, target[c].view(1))
    loss.backward()
    decoder_optimizer.step()
    return loss.item() / chunk_len


def evaluate(prime_str='I', predict_len=10):
    hidden = decoder.init_hidden()
    inp = char_tensor(prime_str)[-1]
    predicted = prime_str
    for p in range(predict_len):
        output, hidden = decoder(inp, hidden)
        top_i = output.data.view(-1).max(0)[1]
        predicted_char = all_characters[top_i]
        predicted += predicted_char
        inp = char_tensor(predicted_char)
    return predicted


for epoch in range(1, 9):
    loss = train(*random_training_set())
    if epoch % 4 == 0:
        print('[%d %.4f]' % (epoch, loss))
print(evaluate())
