import torch


class Memory:
    def keep(self, model, x):
        hidden = torch.relu(model(x))
        self.last = hidden.data
# findings
7: TFC601 unsafe left leaves the function on line 7
