# other: tools.py
#| def same(given):
#|     return given
import torch
from tools import same


class Memory:
    def keep(self, model, x):
        hidden = torch.relu(model(x))
        self.last = same(hidden.data)
# findings
8: TFC601 unsafe left leaves the function on line 8
