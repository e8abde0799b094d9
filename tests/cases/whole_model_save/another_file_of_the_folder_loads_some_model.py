# flags: --unsafe-fixes
# path: tools/train.py
# other: tools/evaluate.py
#| import sys
#| import torch
#| model = torch.load(sys.argv[1])
#| model.eval()
import torch

net = torch.nn.Linear(2, 1)
torch.save(net, "net.pt")
# output
import torch

net = torch.nn.Linear(2, 1)
torch.save(net.state_dict(), "net.pt")
# findings
4: TFC502 unsafe fixed tools/evaluate.py line 3 is rewritten with it
