"""Tools that know nothing of cards: errors, checked copies of untrusted data, files, locks, threads, statistics."""
