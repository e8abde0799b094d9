"""What stands in a file: the tree, its scopes, the order in which places are reached."""
