# path: tools/train.py
# other: tools/evaluate.py
#| import sys
#| import torch
#| model = torch.load(sys.argv[1])
#| model.eval()
import torch

net = torch.nn.Linear(2, 1)
torch.save(net, "net.pt")
# findings
4: TFC502 report left tools/evaluate.py line 3 loads a model, from where is not written there
