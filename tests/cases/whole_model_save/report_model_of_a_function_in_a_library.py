import torch


def save(model):
    save_filename = "model.pt"
    torch.save(model, save_filename)
    print("Saved as %s" % save_filename)
# findings
6: TFC502 report left nothing in this file shows what it is
