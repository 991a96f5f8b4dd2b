"""What a host does with tables and messages."""
