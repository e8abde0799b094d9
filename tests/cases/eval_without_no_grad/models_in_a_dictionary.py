# flags: --unsafe-fixes
import torch

nets["G"].eval()
for z in noise:
    show(nets["G"](z).argmax(1))
# output
import torch

nets["G"].eval()
with torch.no_grad():
    for z in noise:
        show(nets["G"](z).argmax(1))
