# flags: --unsafe-fixes
import torch

model.eval()
model.to(device)
for batch in loader:
    ids = model.generate(batch)
    print(ids.tolist())
# output
import torch

model.eval()
model.to(device)
with torch.no_grad():
    for batch in loader:
        ids = model.generate(batch)
        print(ids.tolist())
