import torch

class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(2, 1)
        self.drop = torch.nn.Dropout(0.5)

    def forward(self, x):
        return self.drop(self.fc(x))



def load(path):
    net = Net()
    net.load_state_dict(torch.load(path))
    return net


def predict(net, x):
    net.eval()
    with torch.no_grad():
        return net(x)
