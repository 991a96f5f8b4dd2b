"""Mails and push messages about a turn."""
