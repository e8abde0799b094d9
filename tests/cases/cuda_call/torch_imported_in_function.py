def make():
    import torch

    return torch.zeros(3).cuda()
# output
def make():
    import torch

    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return torch.zeros(3).to(device)
