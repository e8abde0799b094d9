# flags: --unsafe-fixes
import torch

net.eval()
for x, y in loader:
    loss = ((net(x) - y) ** 2).mean()
    print("%.3f" % loss)
    print("{:.3f}".format(loss))
    print(f"{loss:.3f} {loss}")
    print("%d: %g" % (3, loss))
    logging.info("loss %f", loss)
# output
import torch

net.eval()
with torch.no_grad():
    for x, y in loader:
        loss = ((net(x) - y) ** 2).mean()
        print("%.3f" % loss)
        print("{:.3f}".format(loss))
        print(f"{loss:.3f} {loss}")
        print("%d: %g" % (3, loss))
        logging.info("loss %f", loss)
