import torch


class Copy:
    def __call__(self, tensor: torch.Tensor, source):
        tensor.data[:] = source[:]
# findings
6: TFC601 unsafe left it cannot be seen whether backward still needs `tensor`
