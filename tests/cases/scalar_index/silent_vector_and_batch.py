import torch


def show(stylised: torch.Tensor, pairs):
    image = torch.clamp(stylised, 0, 255).data[0].numpy()
    picks = torch.argmax(stylised, dim=1)
    best = stylised.max(1)[0]
    mean = stylised.mean(dim=1).data[0]
    word = picks.data[0]
    first = pairs[0]
    return image, word, first, best, mean
