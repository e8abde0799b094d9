# path: lib.py
# other: main.py
#| import torch
#| import lib
#| class Trainer(lib.Base):
#|     def run(self):
#|         return self.resume("ck.pt")["mean"] + torch.ones(2).cuda()
import torch


class Base:
    def resume(self, path):
        state = torch.load(path)
        self.net.load_state_dict(state["net"])
        return state

    def start(self):
        self.resume("first.pt")
