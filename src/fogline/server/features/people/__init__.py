"""People: sessions, accounts, passkeys, tokens, and a person's own data."""
