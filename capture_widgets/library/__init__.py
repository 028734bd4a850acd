"""Games kept on this machine, and folders of records."""
