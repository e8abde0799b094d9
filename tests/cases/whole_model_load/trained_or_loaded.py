# flags: --unsafe-fixes
import torch
from torch import nn

from prune import Pruner


class Net(nn.Module):
    def forward(self, x):
        return x


if __name__ == "__main__":
    args = get_args()
    if args.train:
        model = Net()
    elif args.prune:
        model = torch.load("model", map_location=lambda storage, loc: storage)
    if args.use_cuda:
        model = model.cuda()
    pruner = Pruner(args.path, model)
    if args.train:
        pruner.train(epochs=10)
        torch.save(model, "model")
    elif args.prune:
        pruner.prune()
# output
import torch
from torch import nn

from prune import Pruner


class Net(nn.Module):
    def forward(self, x):
        return x


if __name__ == "__main__":
    args = get_args()
    if args.train:
        model = Net()
    elif args.prune:
        model = Net()
        model.load_state_dict(torch.load("model", map_location=lambda storage, loc: storage))
    if args.use_cuda:
        model = model.cuda()
    pruner = Pruner(args.path, model)
    if args.train:
        pruner.train(epochs=10)
        torch.save(model.state_dict(), "model")
    elif args.prune:
        pruner.prune()
