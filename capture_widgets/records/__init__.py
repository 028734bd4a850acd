"""Games as text and on disk: written, and read strictly."""
