import torch
from torch.autograd import Variable


def train(model, loader, args, log):
    for images, labels in loader:
        if args.cuda:
            images, labels = images.to("cuda"), labels.to("cuda")
        else:
            images, labels = Variable(images), Variable(labels)
        model(images, labels)
    for images, labels in loader:
        with torch.no_grad():
            images, labels = Variable(images), Variable(labels)
        model(images, labels)
    for images, labels in loader:
        if args.cuda and torch.cuda.is_available():
            with torch.no_grad():
                images = Variable(images)
                labels = Variable(labels)
        else:
            with torch.no_grad(): images = Variable(images)
        model(images, labels)
    for images, labels in loader:
        if args.cuda:
            images = Variable(images)
        elif args.old:
            images = Variable(images)
        model(images, labels)
    for images, labels in loader:
        with torch.no_grad():
            # nothing is learned from these
            images = Variable(images)
        if log():
            images = Variable(images)
        if args.cuda:
            log(images)
        else:  # on the CPU
            images = Variable(images)
        if args.cuda:
            images = Variable(images)
        else:
            log(images)
# output
import torch


def train(model, loader, args, log):
    for images, labels in loader:
        if args.cuda:
            images, labels = images.to("cuda"), labels.to("cuda")
        model(images, labels)
    for images, labels in loader:
        model(images, labels)
    for images, labels in loader:
        model(images, labels)
    for images, labels in loader:
        if args.cuda:
            pass
        elif args.old:
            pass
        model(images, labels)
    for images, labels in loader:
        with torch.no_grad():
            # nothing is learned from these
            pass
        if log():
            pass
        if args.cuda:
            log(images)
        else:  # on the CPU
            pass
        if args.cuda:
            pass
        else:
            log(images)
