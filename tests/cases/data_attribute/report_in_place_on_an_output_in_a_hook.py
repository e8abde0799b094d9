import torch


def clamp_output(module, inputs, output):
    result = torch.relu(output)
    output.data.clamp_(-1, 1)
    return result


layer = torch.nn.Linear(2, 2)
layer.register_forward_hook(clamp_output)
