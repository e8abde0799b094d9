class Lamp:
    def load(self, name):
        return name


torch = Lamp()
beam = torch.load("beam")
beam.cuda()
