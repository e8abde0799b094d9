import torch

model = torch.nn.Linear(2, 2)
x = torch.ones(1, 2)
loss = model(x).pow(2).sum()
for p in model.parameters():
    p.data.mul_(0.5)
loss.backward()
# findings
7: TFC601 unsafe left `p` feeds `loss.backward()` on line 8
