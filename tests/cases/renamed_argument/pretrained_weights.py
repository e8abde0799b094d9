from torchvision import models
from torchvision.models.resnet import resnet18

a = models.resnet50(pretrained=True)
b = models.vgg16(False)
c = resnet18(pretrained=args.pretrained)
d = models.detection.fasterrcnn_resnet50_fpn(pretrained=True)
# output
from torchvision import models
from torchvision.models.resnet import resnet18

a = models.resnet50(weights="IMAGENET1K_V1")
b = models.vgg16(weights=None)
c = resnet18(weights="IMAGENET1K_V1" if args.pretrained else None)
d = models.detection.fasterrcnn_resnet50_fpn(weights="COCO_V1")
