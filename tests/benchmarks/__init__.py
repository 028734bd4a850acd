"""Benchmarks; each prints ratios measured within one run."""
