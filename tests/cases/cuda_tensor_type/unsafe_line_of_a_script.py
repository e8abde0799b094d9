import torch

x = torch.cuda.FloatTensor([1.0])

if __name__ == "__main__":
    print(x, torch.cuda.LongTensor(3, 4))
