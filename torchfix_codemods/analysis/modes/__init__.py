"""Train and eval mode, inference, and what gradients are needed there."""
