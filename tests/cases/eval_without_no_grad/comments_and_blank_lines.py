# flags: --unsafe-fixes
import torch

model.eval()

# all of the test set
for x in loader:
    # one batch

    y = model(x)  # forward

    print(y.argmax(1).tolist())
    # the end of the loop
# the end
done()
# output
import torch

model.eval()

# all of the test set
with torch.no_grad():
    for x in loader:
        # one batch

        y = model(x)  # forward

        print(y.argmax(1).tolist())
    # the end of the loop
# the end
done()
