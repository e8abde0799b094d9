# flags: --unsafe-fixes
import torch

net.eval()
outs = torch.cat(list(map(net, batches)))
print(outs.argmax(1).tolist())
# output
import torch

net.eval()
with torch.no_grad():
    outs = torch.cat(list(map(net, batches)))
    print(outs.argmax(1).tolist())
