"""The room that sees: read-only questions about one file, on the standard library's `ast`."""
