import torch

class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(2, 1)
        self.drop = torch.nn.Dropout(0.5)

    def forward(self, x):
        return self.drop(self.fc(x))



class Detector(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.net = Net()
        self.net.load_state_dict(torch.load("net.pt"))

    def predict(self, x):
        with torch.no_grad():
            return self.net(x)
