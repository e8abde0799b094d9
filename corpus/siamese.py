"""Siamese network with a contrastive loss; `.cuda()` everywhere and nothing that guards it."""
import random
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch import optim
from torch.autograd import Variable
from torch.utils.data import DataLoader, Dataset

random.seed(3)
np.random.seed(3)
torch.manual_seed(3)
# torch.backends.cudnn.benchmark = True


class Config():
    batch_size = 16
    epochs = 4
    margin = 2.0


class FacePairs(Dataset):
    """Pairs of faces: label 0 for the same person, 1 for two persons."""

    def __init__(self, persons, per_person):
        self.base = np.random.rand(persons, 1, 12, 12).astype(np.float32)
        self.data = [(p, self.base[p] + 0.1 * np.random.randn(1, 12, 12).astype(np.float32))
                     for p in range(persons) for _ in range(per_person)]

    def __getitem__(self, index):
        first = random.choice(self.data)
        # half of the pairs show one person
        same = random.randint(0, 1)
        while True:
            second = random.choice(self.data)
            if same == (first[0] == second[0]):
                break
        label = np.array([int(second[0] != first[0])], dtype=np.float32)
        return torch.from_numpy(first[1]), torch.from_numpy(second[1]), torch.from_numpy(label)

    def __len__(self):
        return len(self.data)


class SiameseNetwork(nn.Module):
    def __init__(self):
        super(SiameseNetwork, self).__init__()
        self.conv = nn.Sequential(
            nn.ReflectionPad2d(1),
            nn.Conv2d(1, 4, kernel_size=3),
            nn.ReLU(inplace=True),
            nn.BatchNorm2d(4),
            nn.MaxPool2d(2),
        )
        self.head = nn.Sequential(nn.Linear(4 * 6 * 6, 32), nn.ReLU(inplace=True), nn.Linear(32, 5))

    def embed(self, x):
        output = self.conv(x)
        output = output.view(output.size()[0], -1)
        return self.head(output)

    def forward(self, input1, input2):
        return self.embed(input1), self.embed(input2)


class ContrastiveLoss(nn.Module):
    def __init__(self, margin=2.0):
        super(ContrastiveLoss, self).__init__()
        self.margin = margin

    def forward(self, output1, output2, label):
        distance = F.pairwise_distance(output1, output2)
        label = label.view(-1)
        return torch.mean((1 - label) * torch.pow(distance, 2) +
                          label * torch.pow(torch.clamp(self.margin - distance, min=0.0), 2))


faces = FacePairs(persons=6, per_person=12)
train_dataloader = DataLoader(faces, shuffle=True, batch_size=Config.batch_size)
print('%d faces, first mean %.6f' % (len(faces.data), faces.data[0][1].mean()))

net = SiameseNetwork().cuda()
criterion = ContrastiveLoss(Config.margin)
optimizer = optim.Adam(net.parameters(), lr=0.005)

counter = []
loss_history = []
for epoch in range(0, Config.epochs):
    for i, data in enumerate(train_dataloader, 0):
        img0, img1, label = data
        img0, img1, label = Variable(img0).cuda(), Variable(img1).cuda(), Variable(label).cuda()
        output1, output2 = net(img0, img1)
        optimizer.zero_grad()
        loss = criterion(output1, output2, label)
        loss.backward()
        optimizer.step()
        if i == 0:
            print('epoch {} loss {:.6f}'.format(epoch, loss.data.item()))
            counter.append(epoch)
            loss_history.append(loss.data.item())

net.eval()
test_dataloader = DataLoader(faces, batch_size=1)
for i, (x0, x1, label) in enumerate(test_dataloader):
    output1, output2 = net(Variable(x0).cuda(), Variable(x1).cuda())
    distance = F.pairwise_distance(output1, output2)
    print('distance {:.4f} ({})'.format(distance.cpu().data.numpy()[0],
                                              'different' if label.item() else 'same'))
    if i == 5:
        break
print('mean loss %.6f' % np.mean(loss_history))
