"""The handlers of the server: HTTP requests, WebSockets and streams."""
