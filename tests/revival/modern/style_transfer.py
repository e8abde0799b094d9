"""Pictures in the style of another one, by optimising the pixels."""
from __future__ import print_function
import torch
import torch.nn as nn
import torch.optim as optim
import copy

torch.manual_seed(5)
style_img = torch.rand(1, 3, 12, 12)
content_img = torch.rand(1, 3, 12, 12)


class ContentLoss(nn.Module):
    def __init__(self, target, weight):
        super(ContentLoss, self).__init__()
        self.target = target.detach() * weight
        self.weight = weight
        self.criterion = nn.MSELoss()

    def forward(self, input):
        self.loss = self.criterion(input * self.weight, self.target)
        self.output = input
        return self.output

    def backward(self, retain_variables=True):
        self.loss.backward(retain_graph=retain_variables)
        return self.loss


class GramMatrix(nn.Module):
    def forward(self, input):
        a, b, c, d = input.size()
        features = input.view(a * b, c * d)
        G = torch.mm(features, features.t())
        return G.div(a * b * c * d)


class StyleLoss(nn.Module):
    def __init__(self, target, weight):
        super(StyleLoss, self).__init__()
        self.target = target.detach() * weight
        self.weight = weight
        self.gram = GramMatrix()
        self.criterion = nn.MSELoss()

    def forward(self, input):
        self.output = input.clone()
        self.G = self.gram(input)
        self.G.mul_(self.weight)
        self.loss = self.criterion(self.G, self.target)
        return self.output

    def backward(self, retain_variables=True):
        self.loss.backward(retain_graph=retain_variables)
        return self.loss


cnn = nn.Sequential(nn.Conv2d(3, 4, 3), nn.Tanh(), nn.Conv2d(4, 4, 3))
model = nn.Sequential()
gram = GramMatrix()
content_losses, style_losses = [], []
for i, layer in enumerate(list(copy.deepcopy(cnn))):
    model.add_module('layer_' + str(i), layer)
    if isinstance(layer, nn.Conv2d):
        content_loss = ContentLoss(model(content_img).clone(), 1)
        model.add_module('content_loss_' + str(i), content_loss)
        content_losses.append(content_loss)
        target_feature_gram = gram(model(style_img).clone())
        style_loss = StyleLoss(target_feature_gram, 100)
        model.add_module('style_loss_' + str(i), style_loss)
        style_losses.append(style_loss)

input_param = nn.Parameter(content_img.clone().data)
optimizer = optim.LBFGS([input_param], max_iter=2)
run = [0]
while run[0] <= 6:
    def closure():
        input_param.data.clamp_(0, 1)
        optimizer.zero_grad()
        model(input_param)
        style_score = 0
        content_score = 0
        for sl in style_losses:
            style_score += sl.backward()
        for cl in content_losses:
            content_score += cl.backward()
        run[0] += 1
        if run[0] % 2 == 0:
            print('run {}: Style Loss: {:4f} Content Loss: {:4f}'.format(
                run[0], style_score.item(), content_score.item()))
        return style_score + content_score

    optimizer.step(closure)
input_param.data.clamp_(0, 1)
print('%.4f' % input_param.data.mean())
