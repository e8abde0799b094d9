"""Pairs of faces told apart by the distance of two embeddings."""
import random
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch import optim
from torch.autograd import Variable
from torch.utils.data import DataLoader, Dataset


class Config():
    train_batch_size = 6
    train_number_epochs = 2


class SiameseNetworkDataset(Dataset):
    def __init__(self, faces, people):
        self.faces = faces
        self.people = people

    def __getitem__(self, index):
        first = random.randint(0, len(self.faces) - 1)
        other = (first + index) % len(self.faces)
        same = np.array([int(self.people[first] != self.people[other])], dtype=np.float32)
        return self.faces[first], self.faces[other], torch.from_numpy(same)

    def __len__(self):
        return len(self.faces)


class SiameseNetwork(nn.Module):
    def __init__(self):
        super(SiameseNetwork, self).__init__()
        self.cnn1 = nn.Sequential(nn.ReflectionPad2d(1), nn.Conv2d(1, 4, kernel_size=3), nn.ReLU(inplace=True),
                                  nn.BatchNorm2d(4))
        self.fc1 = nn.Sequential(nn.Linear(4 * 6 * 6, 10), nn.ReLU(inplace=True), nn.Linear(10, 3))

    def forward_once(self, x):
        output = self.cnn1(x)
        output = output.view(output.size()[0], -1)
        return self.fc1(output)

    def forward(self, input1, input2):
        return self.forward_once(input1), self.forward_once(input2)


class ContrastiveLoss(torch.nn.Module):
    def __init__(self, margin=2.0):
        super(ContrastiveLoss, self).__init__()
        self.margin = margin

    def forward(self, output1, output2, label):
        euclidean_distance = F.pairwise_distance(output1, output2)
        label = label.view(-1)
        return torch.mean((1 - label) * torch.pow(euclidean_distance, 2) +
                          label * torch.pow(torch.clamp(self.margin - euclidean_distance, min=0.0), 2))


random.seed(1)
torch.manual_seed(1)
faces = torch.rand(18, 1, 6, 6)
siamese_dataset = SiameseNetworkDataset(faces, [i // 3 for i in range(18)])
train_dataloader = DataLoader(siamese_dataset, shuffle=False, num_workers=0, batch_size=Config.train_batch_size)
net = SiameseNetwork().cuda()
criterion = ContrastiveLoss()
optimizer = optim.Adam(net.parameters(), lr=0.005)
for epoch in range(0, Config.train_number_epochs):
    for i, data in enumerate(train_dataloader, 0):
        img0, img1, label = data
        img0, img1, label = Variable(img0).cuda(), Variable(img1).cuda(), Variable(label).cuda()
        output1, output2 = net(img0, img1)
        optimizer.zero_grad()
        loss_contrastive = criterion(output1, output2, label)
        loss_contrastive.backward()
        optimizer.step()
        if i % 2 == 0:
            print("Epoch number {} Current loss {:.4f}".format(epoch, loss_contrastive.data[0]))

dataiter = iter(DataLoader(siamese_dataset, num_workers=0, batch_size=1, shuffle=False))
x0, _, _ = next(dataiter)
for i in range(3):
    _, x1, label2 = next(dataiter)
    output1, output2 = net(Variable(x0).cuda(), Variable(x1).cuda())
    euclidean_distance = F.pairwise_distance(output1, output2)
    print('Dissimilarity: {:.3f}'.format(euclidean_distance.cpu().data.numpy()[0]))
