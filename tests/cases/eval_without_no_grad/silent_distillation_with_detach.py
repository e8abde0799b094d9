import torch
import torch.nn.functional as F


def distill(teacher, student, loader, opt):
    teacher.eval()
    for x, y in loader:
        wanted = teacher(x).detach()
        loss = F.mse_loss(student(x), wanted)
        opt.zero_grad()
        loss.backward()
        opt.step()
