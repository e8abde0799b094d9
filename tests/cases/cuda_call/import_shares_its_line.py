import torch; y = torch.ones(1).cuda()
for i in range(1): z = y.cuda(); print(z)
# findings
1: TFC301 report left
2: TFC301 report left shares its line
