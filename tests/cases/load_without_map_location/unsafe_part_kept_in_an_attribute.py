import torch


class Trainer:
    def restore(self, path):
        checkpoint = torch.load(path)
        self.net.load_state_dict(checkpoint["net"])
        self.epoch = checkpoint["epoch"]
        self.centers = checkpoint["centers"]
# findings
6: TFC501 unsafe left its part `['centers']` is kept in `self.centers` (line 9)
