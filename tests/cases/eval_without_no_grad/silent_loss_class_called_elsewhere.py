import torch


class StyleLoss:
    def __call__(self, x):
        self.vgg.eval()
        return self.vgg(x).mean()
