import torch

head = torch.nn.Linear(3, 3)
embed = torch.nn.Embedding(3, 3)
head.weight.data = embed.weight.data
# findings
5: TFC601 report left shares storage
