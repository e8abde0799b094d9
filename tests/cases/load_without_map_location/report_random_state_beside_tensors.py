import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def resume(x, path):
    checkpoint = torch.load(path)
    torch.set_rng_state(checkpoint["rng"])
    return x * checkpoint["mask"]
# findings
7: TFC501 report left sets the random state
