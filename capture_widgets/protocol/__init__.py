"""What the kernel and the browser say to each other, and the schemas of what others read."""
