"""Opening a table, the lists of tables, and their seats."""
