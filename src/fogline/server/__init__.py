"""Tables, seats, WebSockets and the bot API over the log. No rules.

`fogline.server.app.create_app(settings)` makes the application.
"""
