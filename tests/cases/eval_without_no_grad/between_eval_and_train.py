# flags: --unsafe-fixes
import torch

for epoch in range(10):
    model.eval()
    before = model(x).argmax(1).tolist()
    model.train()
    loss = criterion(model(x), y)
    loss.backward()
    opt.step()
# output
import torch

for epoch in range(10):
    model.eval()
    with torch.no_grad():
        before = model(x).argmax(1).tolist()
    model.train()
    loss = criterion(model(x), y)
    loss.backward()
    opt.step()
