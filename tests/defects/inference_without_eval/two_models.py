import torch

from captioning import DecoderRNN, EncoderCNN

encoder = EncoderCNN(256).eval()
decoder = DecoderRNN(256, 512, 1000)
decoder.eval()
encoder.load_state_dict(torch.load("encoder.pkl"))
decoder.load_state_dict(torch.load("decoder.pkl"))
with torch.no_grad():
    feature = encoder(torch.rand(1, 3, 224, 224))
    words = decoder(feature)
# defect
import torch

from captioning import DecoderRNN, EncoderCNN

encoder = EncoderCNN(256).eval()
decoder = DecoderRNN(256, 512, 1000)
encoder.load_state_dict(torch.load("encoder.pkl"))
decoder.load_state_dict(torch.load("decoder.pkl"))
with torch.no_grad():
    feature = encoder(torch.rand(1, 3, 224, 224))
    words = decoder(feature)
# findings
11: TFC102 unsafe
