"""What a value can be: where it comes from, which reads see it, what becomes of it."""
