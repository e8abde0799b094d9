import torch

net = torch.nn.Linear(2, 2)
for p in net.parameters():
    p.cuda()
# findings
5: TFC306 report left dropped
