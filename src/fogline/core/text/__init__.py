"""Games in words: what rules say, phrasebooks of languages, and notation."""
