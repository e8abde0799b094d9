import torch

def make(net):
    with torch.no_grad():
        def numbers():
            yield 1

        return list(numbers()), (lambda: (yield))
