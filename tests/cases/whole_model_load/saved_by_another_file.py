# flags: --unsafe-fixes
# path: evaluate.py
# other: train.py
#| import os
#| import torch
#| net = torch.nn.Linear(2, 1)
#| torch.save(net, os.path.join("runs", "net.pt"))
import os
import torch

path = os.path.join("runs", "net.pt")
net = torch.load(path)
net.eval()
# output
import os
import torch

path = os.path.join("runs", "net.pt")
net = torch.nn.Linear(2, 1)
net.load_state_dict(torch.load(path, map_location="cpu"))
net.eval()
# findings
5: TFC503 unsafe fixed train.py line 4 is rewritten with it
