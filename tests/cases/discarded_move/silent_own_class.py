import torch


class Bundle:
    def cuda(self):
        self.x = torch.zeros(3).cuda()


bundle = Bundle()
bundle.cuda()
