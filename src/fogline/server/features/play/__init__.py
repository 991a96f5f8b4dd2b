"""Playing at a table and watching one."""
