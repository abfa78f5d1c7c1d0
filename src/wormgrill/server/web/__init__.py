"""What every request shares, whether a page or the API answers it."""
