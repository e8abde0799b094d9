import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
vocoder = torch.load("vocoder.pt")["model"]
vocoder = vocoder.cuda().eval().half()
# findings
4: TFC501 unsafe left is used as a model (`vocoder.cuda().eval()`)
