import torch


def predict(path, x):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = torch.load(path)
    model.eval()
    return model(x)
