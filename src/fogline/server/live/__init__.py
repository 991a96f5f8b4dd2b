"""Tables in memory: who watches, what is published, who plays and what is written."""
