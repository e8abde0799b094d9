import torch


class Task:
    def __init__(self, cfg, hparams, opt):
        self.opt = opt
        self.root, self.split = cfg.data.root, hparams.data["split"]

    def load(self, field, dataset):
        text = field.data
        rows = torch.as_tensor(dataset.data[0])
        return self.opt.data, text, rows
