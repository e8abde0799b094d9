import argparse

import torch

parser = argparse.ArgumentParser()
args = parser.parse_args()
model = torch.nn.Linear(2, 1)
corpus = read(args.data)
torch.save(corpus, "corpus.pt")
torch.save(args, "args.bin")
torch.save(model.state_dict(), "net.pt")
torch.save({"net": model.state_dict(), "epoch": 3}, "checkpoint.pt")
torch.save(corpus.vocab.vectors, "vectors.pt")
