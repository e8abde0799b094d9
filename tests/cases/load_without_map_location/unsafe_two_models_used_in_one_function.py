# flags: --unsafe-fixes
import torch


def build(first, second):
    teacher = torch.load(first)
    student = torch.load(second)
    teacher.eval()
    student.eval()
    return teacher(torch.ones(2)), student(torch.ones(2))
# output
import torch


def build(first, second):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    teacher = torch.load(first, map_location=device)
    student = torch.load(second, map_location=device)
    teacher.eval()
    student.eval()
    return teacher(torch.ones(2)), student(torch.ones(2))
