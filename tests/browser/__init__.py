"""Tests in a real JupyterLab with a real kernel, by mouse and by keyboard."""
