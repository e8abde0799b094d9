import torch

import lightning as L


class Net(L.LightningModule):
    def fit(self, loader):
        for x in loader:
            self.net(x).sum().backward()
            self.optimizer.step()
            self.net.eval()
