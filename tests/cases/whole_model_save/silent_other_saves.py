import numpy as np

from storage import save

net = Net()
net.parameters()
np.save("net.npy", net)
save(net, "net.pt")
