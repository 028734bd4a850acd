"""What knows no card: errors, bounded copies of untrusted data, whole files, locks, background work, statistics."""
