"""Features of inner layers of a frozen network: hooks that keep activations, weights from an address, a probe on top (1.x)."""
import functools
import os
import tempfile

import numpy as np
import torch
import torch.nn as nn
import torch.utils.model_zoo as model_zoo

torch.manual_seed(31)
FOLDER = tempfile.mkdtemp()
MODEL_URLS = {'tiny': 'file://' + os.path.join(FOLDER, 'published', 'tiny-4f2a9c.pth')}
load_quietly = functools.partial(torch.load, weights_only=True)


class Tiny(nn.Module):
    def __init__(self, num_classes=10):
        super().__init__()
        self.layer1 = nn.Sequential(nn.Conv2d(3, 8, 3, 2, 1), nn.BatchNorm2d(8), nn.ReLU())
        self.layer2 = nn.Sequential(nn.Conv2d(8, 12, 3, 2, 1), nn.BatchNorm2d(12), nn.ReLU())
        self.avgpool, self.fc = nn.AdaptiveAvgPool2d(1), nn.Linear(12, num_classes)
        for m in self.modules():
            if isinstance(m, nn.Conv2d):
                nn.init.kaiming_normal_(m.weight.data, mode='fan_out', nonlinearity='relu')
            elif isinstance(m, nn.BatchNorm2d):
                m.weight.data.fill_(1)
                m.bias.data.zero_()

    def forward(self, x):
        return self.fc(torch.flatten(self.avgpool(self.layer2(self.layer1(x))), 1))


def publish():
    """What somebody else did years ago."""
    os.makedirs(os.path.join(FOLDER, 'published'))
    torch.save(Tiny().state_dict(), MODEL_URLS['tiny'][len('file://'):])


def tiny(pretrained=False, **kwargs):
    model = Tiny(**kwargs)
    if pretrained:
        model.load_state_dict(model_zoo.load_url(MODEL_URLS['tiny'], model_dir=FOLDER, progress=False))
    return model


class Activations(object):
    """Keeps what layers give; the caller may want to send gradients through it."""

    def __init__(self, model, names):
        self.kept = {}
        self.handles = [getattr(model, name).register_forward_hook(self.keep(name)) for name in names]

    def keep(self, name):
        def hook(module, input, output):
            self.kept[name] = output
        return hook

    def close(self):
        for handle in self.handles:
            handle.remove()


def perceptual_distance(model, a, b):
    """Sum over layers; a is an image that is being optimized."""
    model.eval()
    activations = Activations(model, ['layer1', 'layer2'])
    model(b)
    wanted = {name: value.detach() for name, value in activations.kept.items()}
    model(a)
    distance = sum((activations.kept[name] - wanted[name]).pow(2).mean() for name in wanted)
    activations.close()
    return distance


def embed(model, images):
    """One vector per image."""
    model.eval()
    activations = Activations(model, ['avgpool'])
    vectors = []
    for i in range(0, len(images), 8):
        model(images[i:i + 8].cuda())
        vectors.append(activations.kept['avgpool'].flatten(1).data.cpu().numpy())
    activations.close()
    return np.concatenate(vectors)


if __name__ == '__main__':
    publish()
    model = tiny(pretrained=True).cuda()
    for param in model.parameters():
        param.requires_grad_(False)
    images = torch.rand(32, 3, 12, 12)
    images[::2, 0] += 0.5
    vectors = embed(model, images)
    print('vectors', vectors.shape, 'norm %.6f' % np.linalg.norm(vectors))
    red = vectors[::2].mean(0) - vectors[1::2].mean(0)
    print('direction of red: %.6f, separated %d' % (np.linalg.norm(red), (vectors[::2] @ red > vectors[1::2] @ red).sum()))

    target, canvas = images[:1].cuda(), nn.Parameter(torch.full((1, 3, 12, 12), 0.5).cuda())
    optimizer = torch.optim.Adam([canvas], lr=0.1)
    for step in range(8):
        optimizer.zero_grad()
        loss = perceptual_distance(model, canvas, target)
        loss.backward()
        optimizer.step()
        canvas.data.clamp_(0, 1)
        if step % 4 == 3:
            print('step %d distance %.6f' % (step, loss.item()))

    torch.save({'canvas': canvas.detach().cpu(), 'red': torch.from_numpy(red)}, os.path.join(FOLDER, 'canvas.pt'))
    saved = load_quietly(os.path.join(FOLDER, 'canvas.pt'))
    head = nn.Linear(12, 10)
    head.load_state_dict({k[len('fc.'):]: v for k, v in torch.load(MODEL_URLS['tiny'][len('file://'):]).items() if k.startswith('fc.')})
    print('canvas %.6f, along red %.6f, head %.6f' % (
        saved['canvas'].mean(), saved['red'].norm(), head(saved['red']).detach().abs().sum()))
