import torch

model = torch.hub.load("pytorch/vision", "resnet18")


async def answer(request):
    model.eval()
    x = await request.tensor()
    with torch.no_grad():
        scores = model(x)
    return scores.argmax(1).tolist()
# defect
import torch

model = torch.hub.load("pytorch/vision", "resnet18")


@torch.no_grad()
async def answer(request):
    model.eval()
    x = await request.tensor()
    scores = model(x)
    return scores.argmax(1).tolist()
# findings
6: TFC205 report
