# flags: --unsafe-fixes
import torch

model.eval()
model.to(device)
for x, _ in loader:
    save(model(x))
# output
import torch

model.eval()
model.to(device)
with torch.no_grad():
    for x, _ in loader:
        save(model(x))
