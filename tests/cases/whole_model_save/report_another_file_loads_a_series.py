# other: tools/evaluate.py
#| import torch
#| model = torch.load("runs/net_10.pt")
#| model.eval()
import torch

net = torch.nn.Linear(2, 1)
for epoch in range(11):
    torch.save(net, f"runs/net_{epoch}.pt")
# findings
5: TFC502 report left tools/evaluate.py line 2 loads a model and names `net_10.pt`
