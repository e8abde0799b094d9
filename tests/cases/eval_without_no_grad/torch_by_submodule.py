import torch.nn

net = torch.nn.Linear(2, 2)
net.eval()
for x in loader:
    print(net(x).argmax(1).tolist())
# output
import torch.nn

net = torch.nn.Linear(2, 2)
net.eval()
with torch.no_grad():
    for x in loader:
        print(net(x).argmax(1).tolist())
