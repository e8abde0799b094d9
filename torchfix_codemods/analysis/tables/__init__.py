"""Data about torch's API and about names; knows no file."""
