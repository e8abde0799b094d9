import torch


class Encoder(torch.nn.Module):
    def keep(self, states):
        made = [torch.tanh(s) for s in states]
        self.states = tuple(s.data for s in made)
# findings
7: TFC601 unsafe left leaves the function on line 7
