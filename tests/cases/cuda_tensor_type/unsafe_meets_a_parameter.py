import torch


def mask(lengths):
    ids = torch.arange(0, 3, out=torch.cuda.LongTensor(3))
    return (ids < lengths.unsqueeze(1)).bool()


def weigh(x: torch.Tensor):
    weights = torch.cuda.FloatTensor([1.0, 2.0])
    return x[:, 1:] * weights, x[:, :1] - torch.ones(3).type(torch.cuda.FloatTensor)



def beside_a_load(x: torch.Tensor, path):
    weights = torch.cuda.FloatTensor([1.0, 2.0])
    return x[:, 1:] * weights, torch.load(path, weights_only=True)
