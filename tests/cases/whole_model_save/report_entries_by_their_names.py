import torch


class Program:
    def save(self, model, optimiser, epoch, path):
        torch.save({"model": model, "optimizer": optimiser, "epoch": epoch}, path + "net.pth")
# findings
6: TFC502 report left nothing in this file shows what it is
