import torch

load = True
if load:
    checkpoint = torch.load("./net_200_epoch.data")
    net = checkpoint["net"].cpu()
else:
    net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
# findings
5: TFC503 report left nothing in this file is known to save it
