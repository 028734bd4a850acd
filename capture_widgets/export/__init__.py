"""Games as pictures, pages and data frames."""
