import torch

net = torch.nn.Linear(2, 1)
sm = torch.jit.script(net)
torch.save(sm, "net.pt")
# findings
5: TFC502 report left write `model.save(path)`
