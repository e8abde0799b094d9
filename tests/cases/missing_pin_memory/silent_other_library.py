from dgl.dataloading import DataLoader

for x in DataLoader(data):
    step(x.cuda())
