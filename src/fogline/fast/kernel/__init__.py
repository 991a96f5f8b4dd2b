"""The rules again, over flat arrays, compiled. Law 6 holds them to the readable engine."""
