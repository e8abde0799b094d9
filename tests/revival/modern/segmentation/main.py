import torch
import torch.nn as nn
import torch.nn.functional as F
from loss import CrossEntropyLoss2d, dice_loss
from metrics import scores


class FCN(nn.Module):
    def __init__(self, n_class):
        super(FCN, self).__init__()
        self.conv1 = nn.Conv2d(3, 6, 3, padding=1)
        self.score = nn.Conv2d(6, n_class, 1)

    def forward(self, x):
        size = x.size()[2:]
        x = F.max_pool2d(F.relu(self.conv1(x)), 2)
        return F.interpolate(self.score(x), size=size, mode='bilinear')


torch.manual_seed(18)
images = torch.rand(8, 3, 8, 8)
labels = (images.sum(1) > 1.5).long()
model = FCN(2)
criterion = CrossEntropyLoss2d()
optimizer = torch.optim.SGD(model.parameters(), lr=0.5, momentum=0.9)
for epoch in range(3):
    losses = 0
    for start in range(0, 8, 4):
        inputs, targets = images[start:start + 4], labels[start:start + 4]
        optimizer.zero_grad()
        outputs = model(inputs)
        loss = criterion(outputs, targets) + dice_loss(outputs[:, 1], targets.float())
        loss.backward()
        optimizer.step()
        losses += loss.item()
    preds = outputs.data.max(1)[1].cpu().numpy()
    found = scores(targets.data.cpu(), preds, 2)
    print('epoch %d loss %.4f acc %.3f iu %.3f' % (epoch, losses, found['acc'], found['mean iu']))
