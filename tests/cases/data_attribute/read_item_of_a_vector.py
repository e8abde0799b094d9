import torch


def show(stylised):
    image = torch.clamp(stylised, 0, 255).data[0].numpy()
    picks = torch.argmax(stylised, dim=1)
    word = picks.data[0]
    print(image, word)
# output
import torch


def show(stylised):
    image = torch.clamp(stylised, 0, 255).detach()[0].numpy()
    picks = torch.argmax(stylised, dim=1)
    word = picks.detach()[0]
    print(image, word)
