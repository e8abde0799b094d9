# flags: --unsafe-fixes
import torch


def main():
    args = parse()
    loader = make_loader(args)
    model = build(args)
    model.load_state_dict(torch.load(args.path, map_location="cpu"))
    names = read_names(args.names)
    colors = read_colors(args.colors)
    os.makedirs(args.out)
    print(args)
    print(names)
    print(colors)
    print(len(loader))
    model.eval()
    for x, path in loader:
        out = model(x)
        label = out.argmax(1)
        print(names[label.item()])
        print(colors[label.item()])
        print(path)
        draw(x)
        show()
        print("next")
        wait()
    print("done")
    cleanup()
# output
import torch


def main():
    args = parse()
    loader = make_loader(args)
    model = build(args)
    model.load_state_dict(torch.load(args.path, map_location="cpu"))
    names = read_names(args.names)
    colors = read_colors(args.colors)
    os.makedirs(args.out)
    print(args)
    print(names)
    print(colors)
    print(len(loader))
    model.eval()
    with torch.no_grad():
        for x, path in loader:
            out = model(x)
            label = out.argmax(1)
            print(names[label.item()])
            print(colors[label.item()])
            print(path)
            draw(x)
            show()
            print("next")
            wait()
    print("done")
    cleanup()
