import collections

import torch

counts = collections.Counter()
vectors = {}
for word in ("a", "b", "a"):
    counts[word] += 1
    vectors[word] = torch.zeros(4)
torch.save((dict(counts), vectors), "words.pt")
counts, vectors = torch.load("words.pt", weights_only=True)
# defect
import collections

import torch

counts = collections.defaultdict(int)
vectors = {}
for word in ("a", "b", "a"):
    counts[word] += 1
    vectors[word] = torch.zeros(4)
torch.save((counts, vectors), "words.pt")
counts, vectors = torch.load("words.pt")
# findings
11: TFC504 report
