"""A pretrained sentence encoder stays in eval mode while a head on top of it learns, as in many scripts around BERT."""
import argparse
import os
import tempfile

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, RandomSampler, SequentialSampler, TensorDataset

parser = argparse.ArgumentParser()
parser.add_argument("--no_cuda", action="store_true", help="do not use a GPU")
parser.add_argument("--num_train_epochs", default=3, type=int)
parser.add_argument("--learning_rate", default=1e-2, type=float)
parser.add_argument("--max_seq_length", default=10, type=int)
parser.add_argument("--eval_batch_size", default=8, type=int)
args = parser.parse_args()
VOCAB, HIDDEN = 30, 16


class MiniBert(nn.Module):
    """Embeddings and one layer of attention, written out."""

    def __init__(self):
        super().__init__()
        self.word, self.position = nn.Embedding(VOCAB, HIDDEN), nn.Embedding(args.max_seq_length, HIDDEN)
        self.query, self.key, self.value = (nn.Linear(HIDDEN, HIDDEN) for _ in range(3))
        self.norm, self.dropout = nn.LayerNorm(HIDDEN), nn.Dropout(0.1)
        self.apply(self.init_bert_weights)

    def init_bert_weights(self, module):
        if isinstance(module, (nn.Linear, nn.Embedding)):
            module.weight.data.normal_(mean=0.0, std=0.2)
        elif isinstance(module, nn.LayerNorm):
            module.bias.data.zero_()
            module.weight.data.fill_(1.0)
        if isinstance(module, nn.Linear) and module.bias is not None:
            module.bias.data.zero_()

    def forward(self, input_ids, attention_mask):
        x = self.word(input_ids) + self.position.weight[:input_ids.size(1)]
        scores = self.query(x) @ self.key(x).transpose(1, 2) / HIDDEN ** 0.5
        scores = scores + (1.0 - attention_mask.float())[:, None, :] * -10000.0
        x = self.norm(x + self.dropout(scores.softmax(-1)) @ self.value(x))
        return x[:, 0]


class Classifier(nn.Module):
    def __init__(self, bert):
        super().__init__()
        self.bert = bert
        self.head = nn.Sequential(nn.Dropout(0.1), nn.Linear(HIDDEN, 12), nn.Tanh(), nn.Linear(12, 2))

    def train(self, mode=True):
        super().train(mode)
        self.bert.eval()  # frozen, dropout included
        return self

    def forward(self, input_ids, attention_mask):
        return self.head(self.bert(input_ids, attention_mask))


def features(n, seed):
    rng = np.random.RandomState(seed)
    ids = rng.randint(1, VOCAB, size=(n, args.max_seq_length))
    mask = (np.arange(args.max_seq_length)[None] < rng.randint(4, args.max_seq_length + 1, size=n)[:, None]).astype(np.int64)
    label = (np.where(mask == 1, ids, 0).max(1) > 26).astype(np.int64)
    return TensorDataset(*(torch.from_numpy(a) for a in (ids * mask, mask, label)))


def accuracy(out, labels):
    return np.sum(np.argmax(out, axis=1) == labels)


def main():
    device = torch.device("cuda" if torch.cuda.is_available() and not args.no_cuda else "cpu")
    n_gpu = torch.cuda.device_count()
    torch.manual_seed(42)
    if n_gpu > 0:
        torch.cuda.manual_seed_all(42)
    folder = tempfile.mkdtemp()
    torch.save(MiniBert().state_dict(), os.path.join(folder, "pytorch_model.bin"))

    bert = MiniBert()
    bert.load_state_dict(torch.load(os.path.join(folder, "pytorch_model.bin")))
    for param in bert.parameters():
        param.requires_grad = False
    model = Classifier(bert)
    model.to(device)
    optimizer = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad], lr=args.learning_rate)
    loss_fct = nn.CrossEntropyLoss()
    train_data, eval_data = features(96, 1), features(32, 2)
    train_dataloader = DataLoader(train_data, sampler=RandomSampler(train_data), batch_size=16)
    eval_dataloader = DataLoader(eval_data, sampler=SequentialSampler(eval_data), batch_size=args.eval_batch_size)

    for epoch in range(args.num_train_epochs):
        model.train()
        tr_loss = 0
        for batch in train_dataloader:
            input_ids, input_mask, label_ids = (t.to(device) for t in batch)
            loss = loss_fct(model(input_ids, input_mask), label_ids)
            loss.backward()
            tr_loss += loss.item()
            optimizer.step()
            optimizer.zero_grad()
        model.eval()
        eval_loss, eval_accuracy, steps = 0, 0, 0
        for input_ids, input_mask, label_ids in eval_dataloader:
            logits = model(input_ids.to(device), input_mask.to(device))
            eval_loss += loss_fct(logits, label_ids.to(device)).mean().item()
            eval_accuracy += accuracy(logits.detach().cpu().numpy(), label_ids.numpy())
            steps += 1
        print("epoch %d train %.6f eval %.6f accuracy %.4f" % (
            epoch, tr_loss / len(train_dataloader), eval_loss / steps, eval_accuracy / len(eval_data)))


if __name__ == "__main__":
    main()
