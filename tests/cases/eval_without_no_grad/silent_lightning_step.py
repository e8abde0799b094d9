import pytorch_lightning as pl
import torch


class Net(pl.LightningModule):
    def validation_step(self, batch, index):
        self.backbone.eval()
        return (self.backbone(batch).argmax(1) == 0).float().mean().item()
