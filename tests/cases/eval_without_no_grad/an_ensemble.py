# flags: --unsafe-fixes
import torch

for net in nets:
    net.eval()
for x in loader:
    votes = torch.stack([net(x) for net in nets]).mean(0)
    print(votes.argmax(1).tolist())
# output
import torch

for net in nets:
    net.eval()
with torch.no_grad():
    for x in loader:
        votes = torch.stack([net(x) for net in nets]).mean(0)
        print(votes.argmax(1).tolist())
