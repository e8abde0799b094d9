import torch
import torch.nn as nn
import torch.optim as optim
from torch.autograd import Variable
from multibox_loss import MultiBoxLoss

torch.manual_seed(14)
torch.set_default_tensor_type('torch.FloatTensor')
batch_size, num_classes = 2, 3
centres = torch.Tensor([[x / 3., y / 3.] for x in (0.5, 1.5, 2.5) for y in (0.5, 1.5, 2.5)])
priors = torch.cat([centres, torch.Tensor(9, 2).fill_(0.3)], 1)


class SSD(nn.Module):
    def __init__(self):
        super(SSD, self).__init__()
        self.base = nn.Conv2d(3, 6, 3, stride=2, padding=1)
        self.loc = nn.Conv2d(6, 4, 3, padding=1)
        self.conf = nn.Conv2d(6, num_classes, 3, padding=1)

    def forward(self, x):
        x = torch.relu(self.base(x))
        loc = self.loc(x).permute(0, 2, 3, 1).contiguous()
        conf = self.conf(x).permute(0, 2, 3, 1).contiguous()
        return loc.view(loc.size(0), -1, 4), conf.view(conf.size(0), -1, num_classes)


def detection_collate(index):
    images = torch.rand(batch_size, 3, 6, 6)
    boxes = [torch.Tensor([[0.1, 0.1, 0.5, 0.5, index % 2], [0.6, 0.5, 0.9, 0.95, 1]]) for _ in range(batch_size)]
    return images, boxes


net = SSD()
net.cuda()
priors = priors.cuda()
optimizer = optim.SGD(net.parameters(), lr=0.01, momentum=0.9, weight_decay=5e-4)
criterion = MultiBoxLoss(0.5, 3)
batch_iterator = iter([detection_collate(i) for i in range(4)])
for iteration in range(4):
    images, targets = batch_iterator.next()
    images = Variable(images.cuda())
    targets = [Variable(anno.cuda(), volatile=True) for anno in targets]
    loc, conf = net(images)
    optimizer.zero_grad()
    loss_l, loss_c = criterion((loc, conf, priors), targets)
    loss = loss_l + loss_c
    loss.backward()
    optimizer.step()
    print('iter %d || Loss: %.4f (%.4f + %.4f)' % (iteration, loss.data[0], loss_l.data[0], loss_c.data[0]))
