import torch


def predict(images: torch.Tensor, labels: torch.Tensor, device, net):
    images = images.to(device)
    target = labels.cuda()
    mask = torch.zeros(3, device=device)
    like = torch.zeros_like(images)
    other = labels.to(images.device)
    return images.numpy(), target.view(-1).numpy(), mask.numpy(), like.numpy(), other.numpy(), labels.numpy()
# output
import torch


def predict(images: torch.Tensor, labels: torch.Tensor, device, net):
    images = images.to(device)
    target = labels.cuda()
    mask = torch.zeros(3, device=device)
    like = torch.zeros_like(images)
    other = labels.to(images.device)
    return images.cpu().numpy(), target.view(-1).cpu().numpy(), mask.cpu().numpy(), like.cpu().numpy(), other.cpu().numpy(), labels.numpy()
