import torch
from torch.autograd import Variable
from torchvision import transforms

to_tensor = transforms.Compose([transforms.Resize(8), transforms.ToTensor(), transforms.Normalize([0.5], [0.5])])
crops = transforms.Compose([transforms.ToTensor(), transforms.TenCrop(8)])


def train(model, dataset, sizes, picture, **options):
    hidden = Variable(torch.zeros(2, *sizes))
    x, y = dataset[3]
    x, y = Variable(x), Variable(y)
    image = Variable(to_tensor(picture))
    pieces = Variable(crops(picture))
    asked = Variable(torch.zeros(2, **options))
    cut = Variable(Variable(image, True))
    return model(x, y, hidden, image, pieces, asked, cut)
# output
import torch
from torchvision import transforms

to_tensor = transforms.Compose([transforms.Resize(8), transforms.ToTensor(), transforms.Normalize([0.5], [0.5])])
crops = transforms.Compose([transforms.ToTensor(), transforms.TenCrop(8)])


def train(model, dataset, sizes, picture, **options):
    hidden = torch.zeros(2, *sizes)
    x, y = dataset[3]
    image = to_tensor(picture)
    pieces = crops(picture).detach()
    asked = torch.zeros(2, **options).detach()
    cut = image.detach().requires_grad_().detach()
    return model(x, y, hidden, image, pieces, asked, cut)
