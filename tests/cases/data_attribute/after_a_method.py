import torch


class Net(torch.nn.Module):
    def show(self, y, ys):
        a = y.cpu().data.numpy()
        b = y.squeeze().data.numpy()
        c = y.float().data.max(1)[1]
        d = self.out.cpu().data.numpy()
        return a, b, c, d, [z.view(-1).data.cpu() for z in ys]
# output
import torch


class Net(torch.nn.Module):
    def show(self, y, ys):
        a = y.cpu().detach().numpy()
        b = y.squeeze().detach().numpy()
        c = y.float().max(1)[1]
        d = self.out.cpu().detach().numpy()
        return a, b, c, d, [z.view(-1).data.cpu() for z in ys]
