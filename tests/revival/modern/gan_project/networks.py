import torch
import torch.nn as nn
import torch.nn.functional as F


def weights_init(m):
    if isinstance(m, nn.Linear):
        nn.init.kaiming_normal_(m.weight, a=0.2)
        nn.init.constant_(m.bias, 0)


class Generator(nn.Module):
    def __init__(self, nz):
        super(Generator, self).__init__()
        self.fc1 = nn.Linear(nz, 8)
        self.fc2 = nn.Linear(8, 6)

    def forward(self, z):
        return torch.tanh(self.fc2(F.leaky_relu(self.fc1(z), 0.2)))


class Discriminator(nn.Module):
    def __init__(self):
        super(Discriminator, self).__init__()
        self.fc1 = nn.Linear(6, 8)
        self.fc2 = nn.Linear(8, 1)

    def forward(self, x):
        return torch.sigmoid(self.fc2(F.leaky_relu(self.fc1(x), 0.2)))


class GANLoss(nn.Module):
    def __init__(self, use_lsgan=True, target_real_label=1.0, target_fake_label=0.0, tensor=torch.FloatTensor):
        super(GANLoss, self).__init__()
        self.real_label = target_real_label
        self.fake_label = target_fake_label
        self.real_label_var = None
        self.fake_label_var = None
        self.Tensor = tensor
        self.loss = nn.MSELoss() if use_lsgan else nn.BCELoss()

    def get_target_tensor(self, input, target_is_real):
        name = 'real_label_var' if target_is_real else 'fake_label_var'
        value = self.real_label if target_is_real else self.fake_label
        known = getattr(self, name)
        if known is None or known.numel() != input.numel():
            real_tensor = self.Tensor(input.size()).fill_(value)
            setattr(self, name, real_tensor)
        return getattr(self, name)

    def __call__(self, input, target_is_real):
        return self.loss(input, self.get_target_tensor(input, target_is_real))
