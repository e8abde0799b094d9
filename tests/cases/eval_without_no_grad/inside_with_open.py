# flags: --unsafe-fixes
import torch

net.eval()
with open(path, "w") as file:
    for x in loader:
        file.write(f"{net(x).argmax().item()}\n")
# output
import torch

net.eval()
with open(path, "w") as file:
    with torch.no_grad():
        for x in loader:
            file.write(f"{net(x).argmax().item()}\n")
