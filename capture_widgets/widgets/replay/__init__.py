"""The replay."""
