"""Fair deals at one table, without a web server or a database."""
