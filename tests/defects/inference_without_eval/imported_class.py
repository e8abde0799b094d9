import torch

from unet import UNet


def predict_img(net, img):
    with torch.no_grad():
        return torch.sigmoid(net(img)) > 0.5


if __name__ == "__main__":
    net = UNet(n_channels=3, n_classes=1)
    net.load_state_dict(torch.load("MODEL.pth", map_location="cpu"))
    net.eval()
    print(predict_img(net, torch.rand(1, 3, 64, 64)).sum())
# defect
import torch

from unet import UNet


def predict_img(net, img):
    with torch.no_grad():
        return torch.sigmoid(net(img)) > 0.5


if __name__ == "__main__":
    net = UNet(n_channels=3, n_classes=1)
    net.load_state_dict(torch.load("MODEL.pth", map_location="cpu"))
    print(predict_img(net, torch.rand(1, 3, 64, 64)).sum())
# findings
8: TFC102 unsafe
