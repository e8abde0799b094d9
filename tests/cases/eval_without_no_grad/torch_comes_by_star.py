# flags: --unsafe-fixes
from common import *

net = torch.nn.Linear(2, 2)
net.eval()
print(net(x).argmax(1).tolist())
# output
from common import *

net = torch.nn.Linear(2, 2)
net.eval()
with torch.no_grad():
    print(net(x).argmax(1).tolist())
