import torch

class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(2, 1)
        self.drop = torch.nn.Dropout(0.5)

    def forward(self, x):
        return self.drop(self.fc(x))



class Agent:
    def __init__(self):
        self.policy = Net()
        self.target = Net()
        self.policy.load_state_dict(torch.load("net.pt"))
        self.target.load_state_dict(self.policy.state_dict())

    def learn(self, x):
        with torch.no_grad():
            wanted = self.target(x)
        (self.policy(x) - wanted).pow(2).mean().backward()
