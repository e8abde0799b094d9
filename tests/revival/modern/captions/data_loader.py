import torch
import torch.utils.data as data
from build_vocab import Vocabulary


class CaptionDataset(data.Dataset):
    def __init__(self, captions, vocab):
        self.captions = captions
        self.vocab = vocab
        self.images = torch.rand(len(captions), 6)

    def __getitem__(self, index):
        tokens = self.captions[index].lower().split()
        caption = [self.vocab('<start>')] + [self.vocab(t) for t in tokens] + [self.vocab('<end>')]
        return self.images[index], torch.Tensor(caption)

    def __len__(self):
        return len(self.captions)


def collate_fn(batch):
    """Creates mini-batch tensors from the list of tuples (image, caption)."""
    batch.sort(key=lambda x: len(x[1]), reverse=True)
    images, captions = zip(*batch)
    images = torch.stack(images, 0)
    lengths = [len(cap) for cap in captions]
    targets = torch.zeros(len(captions), max(lengths)).long()
    for i, cap in enumerate(captions):
        end = lengths[i]
        targets[i, :end] = cap[:end]
    return images, targets, lengths
