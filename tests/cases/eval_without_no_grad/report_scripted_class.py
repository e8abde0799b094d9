import torch


class Runner:
    def run(self, net, loader):
        net.eval()
        for x in loader:
            yield net(x).argmax(1).tolist()


torch.jit.script(Runner)
