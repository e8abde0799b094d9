"""The only room that renders: what a run found and did, as text, as a patch, as data."""
