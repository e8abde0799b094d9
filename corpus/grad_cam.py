"""Class activation maps from hooks on a layer of a network in eval mode; needs gradients where others switch them off."""
import argparse

import numpy as np
import torch
from torch import nn
from torch.autograd import Function, Variable
from torch.nn import functional as F


def get_args():
    parser = argparse.ArgumentParser()
    parser.add_argument('--use-cuda', action='store_true', default=torch.cuda.is_available(), help='use a GPU')
    parser.add_argument('--target-layer', type=str, default='3')
    parser.add_argument('--weights', type=str, default='')
    args = parser.parse_args()
    print("using the %s" % ("GPU" if args.use_cuda else "CPU"))
    return args


class SmallVGG(nn.Module):
    def __init__(self, n_classes=5):
        super(SmallVGG, self).__init__()
        self.features = nn.Sequential(
            nn.Conv2d(3, 8, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(8, 16, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2))
        self.classifier = nn.Sequential(nn.Linear(16 * 16, 32), nn.ReLU(), nn.Dropout(), nn.Linear(32, n_classes))

    def forward(self, x):
        x = self.features(x)
        return self.classifier(x.view(x.size(0), -1))


class FeatureExtractor(object):
    """Keeps what a layer gives on the way forward, and its gradient on the way back."""

    def __init__(self, model, target_layer):
        self.gradients, self.features = [], []
        layer = dict(model.features.named_children())[target_layer]
        layer.register_forward_hook(self.save_features)

    def save_features(self, module, input, output):
        self.features.append(output)
        output.register_hook(self.gradients.append)


class GradCam(object):
    def __init__(self, model, target_layer, use_cuda):
        self.model = model
        self.model.eval()
        self.cuda = use_cuda
        if self.cuda:
            self.model = model.cuda()
        self.extractor = FeatureExtractor(self.model, target_layer)

    def __call__(self, input, index=None):
        output = self.model(input.cuda() if self.cuda else input)
        if index is None:
            index = np.argmax(output.cpu().data.numpy())
        one_hot = np.zeros((1, output.size()[-1]), dtype=np.float32)
        one_hot[0][index] = 1
        one_hot = Variable(torch.from_numpy(one_hot), requires_grad=True)
        if self.cuda:
            one_hot = torch.sum(one_hot.cuda() * output)
        else:
            one_hot = torch.sum(one_hot * output)
        self.model.zero_grad()
        one_hot.backward()
        grads_val = self.extractor.gradients[-1].cpu().data.numpy()
        target = self.extractor.features[-1].cpu().data.numpy()[0, :]
        weights = np.mean(grads_val, axis=(2, 3))[0, :]
        cam = np.maximum(np.tensordot(weights, target, 1), 0)
        return index, (cam - cam.min()) / (cam.max() + 1e-8)


class GuidedReLU(Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return input.clamp(min=0)

    @staticmethod
    def backward(ctx, grad_output):
        input, = ctx.saved_tensors
        return grad_output * (input > 0).type_as(grad_output) * (grad_output > 0).type_as(grad_output)


def saliency(model, input, index, use_cuda):
    """Guided: only what speaks for the class, seen through positive activations."""
    input = Variable(input.data.cuda() if use_cuda else input.data, requires_grad=True)
    x = input
    for layer in model.features:
        x = GuidedReLU.apply(x) if isinstance(layer, nn.ReLU) else layer(x)
    score = model.classifier(x.view(x.size(0), -1))[0, index]
    score.backward()
    return input.grad.cpu().data.numpy()[0]


if __name__ == '__main__':
    args = get_args()
    torch.manual_seed(8)
    model = SmallVGG()
    if args.weights:
        model.load_state_dict(torch.load(args.weights))
    picture = F.interpolate(torch.rand(1, 3, 4, 4), size=(16, 16), mode='bilinear', align_corners=False)
    grad_cam = GradCam(model, args.target_layer, args.use_cuda)
    for wanted in (None, 1, 4):
        index, mask = grad_cam(Variable(picture), wanted)
        print('class %d: map %s mean %.6f' % (index, mask.shape, mask.mean()))
        guided = saliency(model, picture, index, args.use_cuda)
        print('guided: %.8f, in the map %.8f' % (np.abs(guided).sum(), np.abs(guided * np.kron(mask, np.ones((2, 2)))).sum()))
