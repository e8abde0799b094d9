import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def normalize(x, path):
    statistics = torch.load(path)
    return (x - statistics["mean"]) / statistics["std"]
# findings
7: TFC501 unsafe left is used as a tensor (`(x - statistics
