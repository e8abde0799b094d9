import torch

class Mode:
    def no_grad(self):
        return 1


mode = Mode()
mode.no_grad()
torch.set_grad_enabled(False)
torch.no_grad().__enter__()
