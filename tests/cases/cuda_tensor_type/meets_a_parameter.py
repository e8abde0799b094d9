# flags: --unsafe-fixes
import torch


def mask(lengths):
    ids = torch.arange(0, 3, out=torch.cuda.LongTensor(3))
    return (ids < lengths.unsqueeze(1)).bool()


def weigh(x: torch.Tensor):
    weights = torch.cuda.FloatTensor([1.0, 2.0])
    return x[:, 1:] * weights, x[:, :1] - torch.ones(3).type(torch.cuda.FloatTensor)


def beside_a_move(x: torch.Tensor):
    weights = torch.cuda.FloatTensor([1.0, 2.0])
    return x[:, 1:] * weights, x[:, :1] - torch.ones(3).cuda()


def beside_a_load(x: torch.Tensor, path):
    weights = torch.cuda.FloatTensor([1.0, 2.0])
    return x[:, 1:] * weights, torch.load(path, weights_only=True)
# output
import torch


def mask(lengths):
    ids = torch.arange(0, 3, out=torch.empty(3, dtype=torch.int64, device=lengths.device))
    return (ids < lengths.unsqueeze(1)).bool()


def weigh(x: torch.Tensor):
    weights = torch.tensor([1.0, 2.0], dtype=torch.float32, device=x.device)
    return x[:, 1:] * weights, x[:, :1] - torch.ones(3).to(x.device, dtype=torch.float32)


def beside_a_move(x: torch.Tensor):
    torch_device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    weights = torch.tensor([1.0, 2.0], dtype=torch.float32, device=torch_device)
    return x[:, 1:] * weights, x[:, :1] - torch.ones(3).cuda()


def beside_a_load(x: torch.Tensor, path):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    weights = torch.tensor([1.0, 2.0], dtype=torch.float32, device=device)
    return x[:, 1:] * weights, torch.load(path, weights_only=True)
