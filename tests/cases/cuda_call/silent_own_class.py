import torch


class Bundle:
    def __init__(self, img):
        self.img = img

    def cuda(self):
        self.img = self.img.cuda()
        return self


b = Bundle(torch.zeros(3)).cuda()
