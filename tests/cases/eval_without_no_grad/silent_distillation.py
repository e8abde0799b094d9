import torch
import torch.nn.functional as F

teacher.eval()
student.train()
for x, y in loader:
    wanted = teacher(x)
    loss = F.kl_div(F.log_softmax(student(x), 1), F.softmax(wanted, 1))
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(loss.item())
