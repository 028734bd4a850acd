"""Games that are being played: new, loaded, observed, taken back and shown."""
