"""One table as a value: how its deal is made fair. It needs neither a web server nor a database."""
