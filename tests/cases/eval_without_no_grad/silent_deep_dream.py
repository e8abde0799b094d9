import torch


def dream(model, image, steps):
    model.eval()
    for _ in range(steps):
        out = model(image)
        out.norm().backward()
        image.data += 0.01 * image.grad.data
        image.grad.zero_()
    return image
