"""What happens in training loops: backward passes, steps, cleared gradients."""
