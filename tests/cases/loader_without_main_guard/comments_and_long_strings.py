# flags: --unsafe-fixes
import torch
from torch.utils.data import DataLoader

loader = DataLoader(torch.arange(8), num_workers=2)  # two are enough
for batch in loader:
    # one by one
    print("""a
b""")  # as it is
# the end
# output
import torch
from torch.utils.data import DataLoader

if __name__ == "__main__":
    loader = DataLoader(torch.arange(8), num_workers=2)  # two are enough
    for batch in loader:
        # one by one
        print("""a
b""")  # as it is
# the end
