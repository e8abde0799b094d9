# path: lib.py
# other: main.py
#| import torch
#| from torch import nn
#| import lib as helpers
#| store = helpers.Store()
#| store.net = nn.Linear(2, 1).cuda()
#| torch.save({"net": store.net.state_dict(), "mean": torch.ones(2).cuda()}, "ck.pt")
#| load = store.load
#| print((torch.ones(2).cuda() - load("ck.pt")["mean"]).sum().item())
import torch
class Store:
    def load(self, path):
        state = torch.load(path)
        self.net.load_state_dict(state["net"])
        return state
    def again(self, path):
        self.load(path)
