import torch

net.eval()
save(net)
net.train()
out = net(x)
print(out.argmax(1).tolist())
