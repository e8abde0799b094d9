import torch


def kind():
    return torch.cuda.FloatTensor


def make(n, tensor=torch.cuda.FloatTensor):
    return tensor(n)


model = Model(dtype=torch.cuda.FloatTensor)
xs = map(torch.cuda.FloatTensor, rows)
# findings
5: TFC303 report left who uses the type is not in sight
8: TFC303 report left who uses the type is not in sight
12: TFC303 report left `Model`
13: TFC303 report left `map`
