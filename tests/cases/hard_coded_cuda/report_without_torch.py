from layers import Net

device = "cuda"
net = Net().to(device)  # torch is not imported here
net.load(map_location=device)
