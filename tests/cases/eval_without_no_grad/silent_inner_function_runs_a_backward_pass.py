import torch


def saliency(batches):
    model = torch.nn.Linear(2, 2)
    model.eval()
    for x in batches:
        output = model(x)

        def grown():
            output.sum().backward()
            return x.grad

        print(grown())
