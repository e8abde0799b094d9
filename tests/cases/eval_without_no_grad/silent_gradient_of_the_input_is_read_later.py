import torch

net.eval()
out = net(x)
print(out.argmax(1).tolist())
draw(x.grad)
