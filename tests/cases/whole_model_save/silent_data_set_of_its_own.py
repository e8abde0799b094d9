import torch


class Dataset:
    def save(self, path):
        torch.save(self, path)
