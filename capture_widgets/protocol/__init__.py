"""The messages between kernel and browser, and the JSON Schemas of files for other programs."""
