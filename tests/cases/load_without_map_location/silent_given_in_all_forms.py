import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def restore(net, path, rank, where):
    net.load_state_dict(torch.load(path, map_location="cpu"))
    net.load_state_dict(torch.load(path, map_location=device))
    net.load_state_dict(torch.load(path, map_location=torch.device("cuda", rank)))
    net.load_state_dict(torch.load(path, map_location={"cuda:0": "cuda:%d" % rank}))
    net.load_state_dict(torch.load(path, map_location=f"cuda:{rank}"))
    net.load_state_dict(torch.load(path, map_location="cuda" if torch.cuda.is_available() else "cpu"))
    net.load_state_dict(torch.load(path, map_location=where))
