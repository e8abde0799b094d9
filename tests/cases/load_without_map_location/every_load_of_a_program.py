import torch


def restore(generator, discriminator, optimizer, folder):
    generator.load_state_dict(torch.load(folder + "/g.pt")); discriminator.load_state_dict(torch.load(folder + "/d.pt"))
    optimizer.load_state_dict(torch.load("%s/o.pt" % folder))
# output
import torch


def restore(generator, discriminator, optimizer, folder):
    generator.load_state_dict(torch.load(folder + "/g.pt", map_location="cpu")); discriminator.load_state_dict(torch.load(folder + "/d.pt", map_location="cpu"))
    optimizer.load_state_dict(torch.load("%s/o.pt" % folder, map_location="cpu"))
