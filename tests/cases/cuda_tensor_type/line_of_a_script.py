# flags: --unsafe-fixes
import torch

x = torch.cuda.FloatTensor([1.0])

if __name__ == "__main__":
    print(x, torch.cuda.LongTensor(3, 4))
# output
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

x = torch.tensor([1.0], dtype=torch.float32, device=device)

if __name__ == "__main__":
    print(x, torch.empty(3, 4, dtype=torch.int64, device=device))
