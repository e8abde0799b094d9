"""An autoencoder that is saved whole and loaded again."""
import os
import torch
from torch import nn
from torch.autograd import Variable
from torch.utils.data import DataLoader

num_epochs = 2
batch_size = 8
learning_rate = 1e-2
torch.manual_seed(8)
if not os.path.exists('./mlp_img'):
    os.mkdir('./mlp_img')
dataset = torch.rand(32, 16)
dataloader = DataLoader(dataset, batch_size=batch_size, shuffle=False)


class autoencoder(nn.Module):
    def __init__(self):
        super(autoencoder, self).__init__()
        self.encoder = nn.Sequential(nn.Linear(16, 8), nn.ReLU(True), nn.Linear(8, 3))
        self.decoder = nn.Sequential(nn.Linear(3, 8), nn.ReLU(True), nn.Linear(8, 16), nn.Tanh())

    def forward(self, x):
        x = self.encoder(x)
        x = self.decoder(x)
        return x


model = autoencoder().cuda()
criterion = nn.MSELoss()
optimizer = torch.optim.Adam(model.parameters(), lr=learning_rate, weight_decay=1e-5)
for epoch in range(num_epochs):
    for img in dataloader:
        img = img.view(img.size(0), -1)
        img = Variable(img).cuda()
        output = model(img)
        loss = criterion(output, img)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print('epoch [{}/{}], loss:{:.4f}'.format(epoch + 1, num_epochs, loss.data[0]))
torch.save(model, './mlp_img/autoencoder.pth')

restored = torch.load('./mlp_img/autoencoder.pth')
restored.eval()
picture = Variable(dataset[:2]).cuda()
code = restored.encoder(picture)
print('code %.4f, error %.4f' % (code.data.sum(), criterion(restored(picture), picture).data[0]))
