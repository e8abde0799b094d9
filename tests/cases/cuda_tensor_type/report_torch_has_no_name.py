from torch.cuda import FloatTensor

x = FloatTensor([1.0, 2.0])
y = x.type(FloatTensor)
# findings
3: TFC303 report left torch has no name of its own here
4: TFC303 report left torch has no name of its own here
