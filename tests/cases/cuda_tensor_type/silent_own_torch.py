class torch:
    cuda = None


x = torch.cuda.FloatTensor([1])
