"""Which values carry an autograd graph, who runs backward over it, and when it is cut."""
