import torch

net = torch.load("lenet.pt")
print(net(torch.ones(1, 1, 28, 28)))
anything = torch.load("other.pt", weights_only=False)
print(anything(1))
# findings
3: TFC503 report left which torch refuses since 2.6
5: TFC503 report left nothing in this file is known to save it
