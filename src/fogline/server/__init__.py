"""Tables, seats, WebSockets and the bot API over the log. No rules."""
