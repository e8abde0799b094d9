"""Pictures that please a layer, by gradient ascent."""
import numpy as np
import torch
import torch.nn as nn
from torch.autograd import Variable

np.random.seed(23)
torch.manual_seed(23)
features = nn.Sequential(nn.Conv2d(3, 4, 3, padding=1), nn.ReLU(), nn.Conv2d(4, 4, 3, padding=1))
features.cuda()
mean = np.array([0.485, 0.456, 0.406], dtype=np.float).reshape([3, 1, 1])
std = np.array([0.229, 0.224, 0.225], dtype=np.float).reshape([3, 1, 1])


def objective_L2(dst, guide_features):
    return dst.data


def make_step(img, control=None, step_size=1.5, end=3, jitter=2):
    ox, oy = np.random.randint(-jitter, jitter + 1, 2)
    img = np.roll(np.roll(img, ox, -1), oy, -2)
    tensor = torch.from_numpy(img).unsqueeze(0).float()
    img_variable = Variable(tensor.cuda(), requires_grad=True)
    act_value = features(img_variable)
    diff_out = objective_L2(act_value, control)
    act_value.backward(diff_out)
    ratio = np.abs(img_variable.grad.data.cpu().numpy()).mean()
    learning_rate_use = step_size / ratio
    img_variable.data.add_(learning_rate_use, img_variable.grad.data)
    result = img_variable.data.cpu().numpy()[0, :, :, :]
    result = np.roll(np.roll(result, -ox, -1), -oy, -2)
    low, high = -mean / std, (1 - mean) / std
    return np.clip(result, low, high), act_value.data.norm()


img = (np.random.uniform(0, 1, (3, 8, 8)) - mean) / std
for i in xrange(4):
    img, norm = make_step(img, step_size=0.05)
    print('step %d activation %.4f picture %.4f' % (i, norm, img.mean()))
picture = (img * std + mean) * 255
print(picture.astype(np.int).sum() > 0)
