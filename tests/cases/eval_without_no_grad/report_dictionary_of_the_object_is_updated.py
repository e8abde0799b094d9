import torch


class Evaluation:
    def __init__(self, net):
        self.net = net
        self.outputs = {}

    def run(self, batches):
        self.net.eval()
        for i, batch in enumerate(batches):
            output = self.net(batch)
            self.outputs.update({i: output})
            print(output.argmax().item())


evaluation = Evaluation(torch.nn.Linear(2, 2))
