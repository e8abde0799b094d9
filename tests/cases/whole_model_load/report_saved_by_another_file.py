# path: evaluate.py
# other: train.py
#| import os
#| import torch
#| net = torch.nn.Linear(int(input()), 1)
#| torch.save(net, os.path.join("runs", "net.pt"))
import os
import torch

path = os.path.join("runs", "net.pt")
net = torch.load(path)
net.eval()
# findings
5: TFC503 report left its constructor call (train.py line 3) calls `input(..)`, which is not repeated: one side does not go without the other
