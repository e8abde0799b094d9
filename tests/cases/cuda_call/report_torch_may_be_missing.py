try:
    import torch
except ImportError:
    torch = None

if __name__ == "__main__":
    print(torch.zeros(3).cuda())
