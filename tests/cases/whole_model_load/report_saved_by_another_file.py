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
# findings
5: TFC503 report left train.py line 4 saves it: save its state_dict there
