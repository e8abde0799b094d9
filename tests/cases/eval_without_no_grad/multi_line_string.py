# flags: --unsafe-fixes
import torch

model.eval()
for x in loader:
    y = model(x)
    log("""top
  two spaces stay""")
# output
import torch

model.eval()
with torch.no_grad():
    for x in loader:
        y = model(x)
        log("""top
  two spaces stay""")
