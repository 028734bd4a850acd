"""Rooms behind jupyter-server-proxy and as a service of JupyterHub, in an environment of their own."""
