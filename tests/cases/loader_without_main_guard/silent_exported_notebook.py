# In[1]:
from torch.utils.data import DataLoader

for x in DataLoader(data, num_workers=3):
    print(x)
