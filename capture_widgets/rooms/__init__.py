"""Games that several people play, each on a page of their own, over a network."""
