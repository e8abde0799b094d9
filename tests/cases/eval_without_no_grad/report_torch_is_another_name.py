from torch import nn

torch = load_tool()
net = nn.Linear(2, 2)
net.eval()
print(net(x).argmax(1).tolist())
