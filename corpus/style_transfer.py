"""Neural style: LBFGS on the pixels of a picture, through a frozen network in eval mode."""
from __future__ import print_function
import torch
import torch.nn as nn
import torch.optim as optim
from torch.autograd import Variable
import copy

torch.manual_seed(0)
use_cuda = torch.cuda.is_available()
dtype = torch.cuda.FloatTensor if use_cuda else torch.FloatTensor

imsize = 24


def image_loader(kind):
    yy = torch.linspace(0, 6, imsize).view(-1, 1).expand(imsize, imsize)
    plane = torch.sin(yy) if kind == 'waves' else torch.sin(yy) * torch.cos(yy.t() * 2)
    image = torch.stack([plane, plane * 0.5, plane.t()]).mul(0.5).add(0.5)
    return Variable(image.unsqueeze(0))


style_img = image_loader('waves').type(dtype)
content_img = image_loader('checks').type(dtype)

# stands for the features of a pretrained network: frozen, only looked through
cnn = nn.Sequential(
    nn.Conv2d(3, 8, 3, padding=1), nn.ReLU(inplace=True),
    nn.Conv2d(8, 8, 3, padding=1), nn.ReLU(inplace=True), nn.MaxPool2d(2),
    nn.Conv2d(8, 16, 3, padding=1), nn.ReLU(inplace=True)).eval()
for param in cnn.parameters():
    param.requires_grad = False
if use_cuda:
    cnn = cnn.cuda()


class ContentLoss(nn.Module):
    def __init__(self, target, weight):
        super(ContentLoss, self).__init__()
        # a fixed goal, no part of the graph
        self.target = target.detach() * weight
        self.weight = weight
        self.criterion = nn.MSELoss()

    def forward(self, input):
        self.loss = self.criterion(input * self.weight, self.target)
        return input


class GramMatrix(nn.Module):
    def forward(self, input):
        a, b, c, d = input.size()
        features = input.view(a * b, c * d)
        return torch.mm(features, features.t()).div(a * b * c * d)


class StyleLoss(nn.Module):
    def __init__(self, target, weight):
        super(StyleLoss, self).__init__()
        self.target = target.detach() * weight
        self.weight = weight
        self.gram = GramMatrix()
        self.criterion = nn.MSELoss()

    def forward(self, input):
        G = self.gram(input)
        G.mul_(self.weight)
        self.loss = self.criterion(G, self.target)
        return input


def build_model(cnn, style_img, content_img, style_weight=1000, content_weight=1):
    cnn = copy.deepcopy(cnn)
    content_losses, style_losses = [], []
    model, gram = nn.Sequential(), GramMatrix()
    if use_cuda:
        model = model.cuda()
        gram = gram.cuda()
    i = 1
    for layer in list(cnn):
        if isinstance(layer, nn.ReLU):
            layer = nn.ReLU(inplace=False)
        model.add_module("layer_%d" % len(model), layer)
        if isinstance(layer, nn.Conv2d):
            if i == 3:
                content_loss = ContentLoss(model(content_img).clone(), content_weight)
                model.add_module("content_loss_%d" % i, content_loss)
                content_losses.append(content_loss)
            style_loss = StyleLoss(gram(model(style_img).clone()), style_weight)
            model.add_module("style_loss_%d" % i, style_loss)
            style_losses.append(style_loss)
            i += 1
    return model, style_losses, content_losses


model, style_losses, content_losses = build_model(cnn, style_img, content_img)
input_param = nn.Parameter(content_img.data.clone())
optimizer = optim.LBFGS([input_param], max_iter=4)
run = [0]
while run[0] <= 16:

    def closure():
        # stay inside the range of a picture
        input_param.data.clamp_(0, 1)
        optimizer.zero_grad()
        model(input_param)
        style_score = sum(sl.loss for sl in style_losses)
        content_score = sum(cl.loss for cl in content_losses)
        (style_score + content_score).backward()
        run[0] += 1
        if run[0] % 8 == 0:
            print('step %d: style %.8f content %.8f' % (run[0], style_score.item(), content_score.item()))
        return style_score + content_score

    optimizer.step(closure)

input_param.data.clamp_(0, 1)
output = input_param.data
print('image: mean %.6f max %.6f' % (output.cpu().numpy().mean(), output.cpu().squeeze(0).numpy().max()))
