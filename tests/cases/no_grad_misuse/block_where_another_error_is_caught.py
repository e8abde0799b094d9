import torch


def check(x):
    try:
        with torch.no_grad:
            return x + 1
    except KeyboardInterrupt:
        return x
# output
import torch


def check(x):
    try:
        with torch.no_grad():
            return x + 1
    except KeyboardInterrupt:
        return x
# findings
6: TFC205 safe fixed raises
