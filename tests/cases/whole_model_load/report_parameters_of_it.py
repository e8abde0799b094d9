import torch

net = torch.load(f, map_location=lambda storage, loc: storage)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
# findings
3: TFC503 report left nothing in this file is known to save it
